/** The state of a lost connection, since when, and the time of the shown day. */
import { make } from './build.ts';
import type { ConnectionState } from './connection.ts';
import { announce } from './panel.ts';
import { clockText, filled, type Settings } from './settings.ts';

export function showState(
  settings: Settings,
  state: ConnectionState,
  before: ConnectionState,
  seenMs: number,
): void {
  const banner = document.getElementById('banner');
  document.body.classList.toggle('read-only', state.kind !== 'live');
  if (!banner) return;
  const { words } = settings;
  banner.hidden = state.kind === 'live';
  if (state.kind === 'live') {
    banner.replaceChildren();
    if (before.kind !== 'live') announce(words.back);
    return;
  }
  if (state.kind === 'ended') {
    const to = `${location.pathname}${location.search}`;
    const root = document.body.dataset['root'] ?? '/console';
    const href = `${root}/sign-in?to=${encodeURIComponent(to)}`;
    const link = make('a', { href, target: '_blank' }, words.signIn);
    banner.replaceChildren(make('p', {}, words.ended, ' ', link));
    return;
  }
  const times = { since: clockText(settings, state.sinceMs), seen: clockText(settings, seenMs) };
  banner.replaceChildren(make('p', {}, filled(words[state.kind], times)));
}
