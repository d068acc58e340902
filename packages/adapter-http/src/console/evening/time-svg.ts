import type { Timeline } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import { type Across, percent } from './across.ts';

/** Percent of the width that an hour takes, and about as much the current time. */
const NOW_WIDTH = 5;

export function hoursSvg({ axis }: Timeline, { at }: Across, labelledMs: number | null): Html[] {
  const few = axis.ticks.length <= 10;
  const isCovered = (ms: number): boolean =>
    labelledMs !== null && Math.abs(at(ms) - at(labelledMs) + NOW_WIDTH / 2) < NOW_WIDTH;
  return axis.ticks
    .filter(({ ms }) => !isCovered(ms))
    .map(({ ms, hour }) => {
      const text = String(hour).padStart(2, '0');
      return html`<text class="hour" x="${percent(at(ms))}" dx="3" y="15"
        >${few ? `${text}:00` : text}</text
      >`;
    });
}

export function linesSvg({ axis }: Timeline, { at, span }: Across): Html[] {
  const lines = axis.ticks.map(({ ms }) => {
    const x = percent(at(ms));
    return html`<line class="tick" x1="${x}" x2="${x}" y1="0" y2="100%" />`;
  });
  const breaks = axis.stretches.slice(1).map(({ startMs }, i) => {
    const { x, width } = span({ startMs: axis.stretches[i]!.endMs, endMs: startMs });
    return html`<rect class="break" x="${x}" width="${width}" height="100%" />`;
  });
  return [...lines, ...breaks];
}

export function nowSvg({ nowMs }: Timeline, { at }: Across): Html | null {
  if (nowMs === null) return null;
  const x = percent(at(nowMs));
  return html`<line class="now" x1="${x}" x2="${x}" y1="0" y2="100%" />`;
}
