import { HOUR_MS } from '@bord/engine';
import { sheetCounts, tablesFreeNow } from '@bord/engine/adapters';
import { html, type Html } from '../../web/html.ts';
import type { DayView } from './day-view.ts';
import type { PartyView } from './party-view.ts';

interface MomentCounts {
  readonly seated: number;
  /** Guests of the parties that are expected within the hour. */
  readonly soon: number;
  /** Parties that are late. */
  readonly late: number;
  /** Tables at which staff can seat a party this minute; null outside the service periods. */
  readonly free: number | null;
}

function momentCounts({ isToday, sheet, timeline, parties }: DayView): MomentCounts | null {
  if (!isToday) return null;
  const { nowMs } = sheet;
  const guestsOf = (those: (party: PartyView) => boolean): number =>
    parties.filter(those).reduce((sum, { booking }) => sum + booking.partySize, 0);
  return {
    seated: guestsOf(({ stage }) => stage === 'seated'),
    soon: guestsOf(
      ({ stage, booking: { startMs } }) =>
        stage === 'expected' && nowMs <= startMs && startMs < nowMs + HOUR_MS,
    ),
    late: parties.filter(({ lateMinutes }) => lateMinutes !== null).length,
    free: tablesFreeNow(timeline),
  };
}

/** The counts above the day. Counts that are usually zero are omitted when they are. */
export function countsHtml(view: DayView): Html {
  const { counts } = view.words.evening;
  const { parties, guests, unseated } = sheetCounts(view.sheet);
  const now = momentCounts(view);
  const waiting = view.sheet.waiting?.length ?? 0;
  return html`<dl class="counts" aria-label="${counts.label}">
    ${one(parties, counts.parties)}${one(guests, counts.guests)}${
      now && [
        one(now.seated, counts.seated),
        one(now.soon, counts.soon),
        now.free !== null && one(now.free, counts.free),
        now.late > 0 && one(now.late, counts.late, 'bad'),
      ]
    }${unseated > 0 && one(unseated, counts.unseated, 'bad')}${waiting > 0 && one(waiting, view.words.waitlist.count)}
  </dl>`;
}

function one(count: number, what: string, kind: 'good' | 'bad' = 'good'): Html {
  return html`<div${kind === 'bad' && html` class="bad"`}><dt>${what}</dt><dd>${count}</dd></div>`;
}
