/** Expired holds on dates with waiting parties: the days that show them as taken (D2, D35, D36). */
import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable, FRIDAY, FRIDAY_MS, LOCATION_ID } from '../contract/fixtures.ts';
import { type DiaryBooking, heldBy } from '../core/booking/diary.ts';
import { holdId, moveHoldId, waitingId } from '../core/ids.ts';
import { toEntry } from '../core/booking/stored.ts';
import { serviceDayOf } from '../core/location/service-day.ts';
import { newMemory } from '../core/seating/solver/arrangements.ts';
import { HOUR_MS, MINUTE_MS, overlaps } from '../core/instant.ts';
import { addDays, type LocalDate } from '../core/local-date.ts';
import { shownDays } from './shown-days.ts';

const RANDOM = new Uint8Array(10);
const NOW_MS = FRIDAY_MS + HOUR_MS;

/** A location that is open day and night: each service date begins where the one before ends. */
const LOCATION = {
  ...aPlan({
    floorPlan: { tables: [aTable('A')], combinations: [], wastedSeatsMax: null },
    servicePeriods: [aPeriod({ opensMinute: 0, closesMinute: 24 * 60 })],
  }),
  id: LOCATION_ID,
  revision: 1,
};
const DAYS = [FRIDAY, addDays(FRIDAY, 1)].map((date) => serviceDayOf(LOCATION, date));

const entry = (id: string, startMs: number, minutes: number, tables: readonly string[]): DiaryBooking =>
  toEntry({
    id,
    startMs,
    blockedUntilMs: startMs + minutes * MINUTE_MS,
    partySize: 2,
    tables,
    pinned: false,
    byOperator: false,
  });
const lapsed = (startMs: number): DiaryBooking =>
  entry(holdId(NOW_MS - HOUR_MS, RANDOM), startMs, 120, ['A']);
const waits = (startMs: number): DiaryBooking => entry(waitingId(NOW_MS, RANDOM), startMs, 1, []);

/** Whether the hold is shown as taken on each of the two days, read one by one and together. */
function shownOn(diary: readonly DiaryBooking[], waitedFor: readonly LocalDate[]) {
  const read = (days: typeof DAYS): boolean[] => {
    const touching = diary.filter((one) => days.some(({ interval }) => overlaps(heldBy(one), interval)));
    const shown = shownDays(LOCATION, days, touching, NOW_MS, new Set(waitedFor), newMemory);
    return shown.map(({ state }) => state.bookings.length > 0);
  };
  return { alone: DAYS.flatMap((day) => read([day])), together: read(DAYS) };
}

const DINNER_MS = FRIDAY_MS + 18 * HOUR_MS;

test('D35 D36 an expired hold on a date with waiting parties is shown as taken, at any time of the date', () => {
  for (const hours of [-3, 0, 2]) {
    const shown = shownOn([waits(DINNER_MS), lapsed(DINNER_MS + hours * HOUR_MS)], [FRIDAY]);
    expect(shown).toEqual({ alone: [true, false], together: [true, false] });
  }
});

test('D35 D36 an expired hold on the next date is free, although it is less than a day away', () => {
  const shown = shownOn([waits(DINNER_MS), lapsed(DINNER_MS + 16 * HOUR_MS)], [FRIDAY]);
  expect(shown).toEqual({ alone: [false, false], together: [false, false] });
});

test('D2 D36 a day shows the same alone and together with the night before, which overlaps it', () => {
  const midnightMs = DAYS[1]!.periods[0]!.opensMs;
  const shown = shownOn([waits(DINNER_MS), lapsed(midnightMs - HOUR_MS)], [FRIDAY]);
  expect(shown).toEqual({ alone: [true, false], together: [true, false] });
});

test('D35 D36 next to a waiting party, a live hold is shown once, and a move hold without own tables never', () => {
  const expiresMs = NOW_MS + MINUTE_MS;
  const held = entry(holdId(expiresMs, RANDOM), DINNER_MS, 120, ['A']);
  const moveId = moveHoldId(expiresMs, RANDOM.subarray(8), 'bk_0000000000000000000002');
  const columns = { id: moveId, startMs: DINNER_MS, blockedUntilMs: DINNER_MS + HOUR_MS, partySize: 2 };
  const staying = toEntry({ ...columns, tables: [], pinned: true, byOperator: false });
  const diary = [waits(DINNER_MS), held, staying];
  const [shown] = shownDays(LOCATION, DAYS.slice(0, 1), diary, NOW_MS, new Set([FRIDAY]), newMemory);
  expect(shown!.state.bookings.map(({ id }) => id)).toEqual([held.id]);
});
