/** What lapses while somebody waits: on which days it is shown as taken (D2, D35, D36). */
import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { type DiaryBooking, heldBy } from '../../core/booking/diary.ts';
import { holdId, waitingId } from '../../core/booking/row-kind.ts';
import { serviceDayOf } from '../../core/location/service-day.ts';
import { newMemory } from '../../core/seating/solver/arrangements.ts';
import { HOUR_MS, overlaps } from '../../core/time/interval.ts';
import { addDays } from '../../core/time/local-date.ts';
import { shownDays } from './shown-days.ts';

const RANDOM = new Uint8Array(10);
const NOW_MS = FRIDAY_MS + HOUR_MS;

/** A night and a day without an end: each service date goes on where the one before ends. */
const LOCATION = {
  ...aPlan({
    floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
    servicePeriods: [aPeriod({ opensMinute: 0, closesMinute: 24 * 60 })],
  }),
  id: LOCATION_ID,
  revision: 1,
};
const DAYS = [FRIDAY, addDays(FRIDAY, 1)].map((date) => serviceDayOf(LOCATION, date));

const entry = (id: string, startMs: number, hours: number, tables: readonly string[]): DiaryBooking => ({
  id,
  startMs,
  blockedUntilMs: startMs + hours * HOUR_MS,
  partySize: 2,
  tables,
  pinned: false,
  byOperator: false,
});
const lapsed = (startMs: number, hours: number): DiaryBooking =>
  entry(holdId(NOW_MS - HOUR_MS, RANDOM), startMs, hours, ['A']);
const waits = (startMs: number, hours: number): DiaryBooking =>
  entry(waitingId(NOW_MS, RANDOM), startMs, hours, []);

/** Whether the hold is shown as taken on each of the two days, read one by one and together. */
function shownOn(diary: readonly DiaryBooking[]) {
  const read = (days: typeof DAYS): boolean[] => {
    const touching = diary.filter((one) => days.some(({ interval }) => overlaps(heldBy(one), interval)));
    return shownDays(LOCATION, days, touching, NOW_MS, newMemory).map(
      ({ state }) => state.bookings.length > 0,
    );
  };
  return { alone: DAYS.flatMap((day) => read([day])), together: read(DAYS) };
}

const DINNER_MS = FRIDAY_MS + 18 * HOUR_MS;

test('D35 D36 what has lapsed while she could sit there is shown as taken', () => {
  const shown = shownOn([waits(DINNER_MS, 4), lapsed(DINNER_MS + 3 * HOUR_MS, 1.5)]);
  expect(shown).toEqual({ alone: [true, false], together: [true, false] });
});

test('D35 D36 what has lapsed at a time for which she does not wait is free, on her date and on the next', () => {
  const shown = shownOn([waits(DINNER_MS, 2), lapsed(DINNER_MS - 2 * HOUR_MS, 2)]);
  expect(shown).toEqual({ alone: [false, false], together: [false, false] });
  const next = shownOn([waits(DINNER_MS, 2), lapsed(DINNER_MS + 16 * HOUR_MS, 2)]);
  expect(next).toEqual({ alone: [false, false], together: [false, false] });
});

test('D2 D36 a day shows the same whether it is read by itself or with the night before, which reaches into it', () => {
  const midnightMs = DAYS[1]!.periods[0]!.opensMs;
  const shown = shownOn([waits(midnightMs - 3 * HOUR_MS, 3), lapsed(midnightMs - HOUR_MS, 2)]);
  expect(shown.together).toEqual(shown.alone);
  expect(shown.alone).toEqual([true, false]);
});
