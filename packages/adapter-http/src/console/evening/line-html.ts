/** The first waiting parties (D36), below the day. */
import { localDateAt } from '@bord/engine';
import { momentText } from '../../i18n/when.ts';
import { html, type Html } from '../../web/html.ts';
import { type WaitingReader, waitingHtml } from '../waitlist/waiting-text.ts';
import type { DayView } from './day-view.ts';

/** A longer list would push more important parts off the screen; the waitlist page has all. */
const SHOWN_MAX = 5;

export function lineHtml(view: DayView, shownMax = SHOWN_MAX): Html | null {
  const { words, here } = view;
  const { date, waiting = [] } = view.sheet;
  if (waiting.length === 0) return null;
  const guests = waiting.reduce((sum, { partySize }) => sum + partySize, 0);
  const reader = readerOf(view);
  const isMore = waiting.length > shownMax;
  return html`<section class="line" aria-labelledby="line">
    <h2 id="line">${words.waitlist.title} <small>${words.waitlist.counts(waiting.length, guests)}</small></h2>
    <ol class="waitlist">
      ${waiting.slice(0, shownMax).map((party) => waitingHtml(party, reader))}
    </ol>
    ${isMore && html`<p><a class="button quiet" href="${here}/waitlist?date=${date}">${words.waitlist.all(waiting.length)}</a></p>`}
  </section>`;
}

function readerOf({ words, sheet, clock }: DayView): WaitingReader {
  const { nowMs, location } = sheet;
  const { timeZone } = location;
  const today = localDateAt(timeZone, nowMs);
  return {
    waitlist: words.waitlist,
    nameless: words.evening.nameless,
    line: words.evening,
    clock,
    moment: (ms) =>
      localDateAt(timeZone, ms) === today ? clock(ms) : momentText(words.base.when, ms, timeZone, nowMs),
  };
}
