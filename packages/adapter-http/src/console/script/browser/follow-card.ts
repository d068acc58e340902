/** The card of a booking: refreshed with a message when another person changes the booking. */
import { showState } from './banner.ts';
import { Connection } from './connection.ts';
import { fetchPage, type Fetched } from './fetch-page.ts';
import { morph } from './morph.ts';
import { forgetWhatWasDone, replaceNotice, watchNotice } from './notice.ts';
import { mountSpoken } from './panel.ts';
import { positionsOf, restAfter } from './rest.ts';
import { stopWhileAway } from './read-only.ts';
import { filled, type Settings } from './settings.ts';

export function followCard(given: Settings, card: HTMLElement): void {
  const { here, words } = given;
  mountSpoken();
  forgetWhatWasDone();
  watchNotice();
  let seenMs = Date.now();
  // A rejected form shows the card at a different URL; and the current URL names the day of origin.
  const address = card.dataset['href'] ?? location.href;

  async function read(): Promise<Fetched> {
    const fetched = await fetchPage(address);
    const now = fetched.kind === 'page' && fetched.content.querySelector<HTMLElement>('article[data-card]');
    if (now) show(now);
    return fetched;
  }

  function show(now: HTMLElement): void {
    seenMs = Date.now();
    if (now.dataset['version'] === card.dataset['version']) return;
    const positions = positionsOf();
    morph(card, now);
    restAfter(positions);
    replaceNotice(filled(words.changed, { what: latestOf(card) }));
  }

  const connection: Connection = new Connection({
    stream: `${here}/live`,
    get date() {
      return card.dataset['date'] ?? given.date;
    },
    read,
    onState: (state, before) => showState(given, state, before, seenMs),
  });
  stopWhileAway(() => connection.state().kind !== 'live', words.readOnly);
}

/** `18:42 Anna: moved, 19:00 → 19:30`, the last line of the history. */
function latestOf(card: HTMLElement): string {
  const lines = card.querySelectorAll('[data-changes] li');
  return (lines[lines.length - 1]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
