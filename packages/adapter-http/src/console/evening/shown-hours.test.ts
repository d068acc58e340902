import type { Booking, DaySheet } from '@bord/engine';
import { NO_VISIT, timelineOf } from '@bord/engine/adapters';
import { expect, test } from 'vitest';
import { busySheet, minuteMs } from '../../../../../test/support/busy-sheet.ts';
import { shownTimeline } from './shown-hours.ts';

/** 19:45; all lunch parties have left. */
const sheet = busySheet(6);
const opensMs = (shown: DaySheet): readonly number[] =>
  shownTimeline(shown).axis.stretches.map(({ startMs }) => startMs);
const [LUNCH_MS, DINNER_MS] = timelineOf(sheet).axis.stretches.map(({ startMs }) => startMs);

function withFirst(given: Partial<Booking>): DaySheet {
  const [first, ...rest] = sheet.bookings;
  return { ...sheet, bookings: [{ ...first!, ...given }, ...rest] };
}

test('after all lunch parties have left, the dinner gets the width of the lunch, and no party is hidden', () => {
  expect(opensMs(sheet)).toEqual([DINNER_MS]);
  const dinner = ({ bars }: ReturnType<typeof timelineOf>): readonly string[] =>
    bars.filter(({ startMs }) => startMs >= DINNER_MS!).map(({ booking }) => booking.id);
  expect(dinner(shownTimeline(sheet))).toEqual(dinner(timelineOf(sheet)));
  expect(shownTimeline(sheet).axis.stretches).toEqual(timelineOf(sheet).axis.stretches.slice(1));
});

test('a dinner directly after the lunch starts at its opening hour', () => {
  const [lunch, dinner] = sheet.location.servicePeriods;
  const servicePeriods = [{ ...lunch!, closesMinute: 16 * 60, lastSeatingMinute: 15 * 60 }, dinner!];
  const joined = { ...sheet, location: { ...sheet.location, servicePeriods } };
  expect(timelineOf(joined).axis.stretches).toHaveLength(1);
  expect(opensMs(joined)).toEqual([minuteMs(17 * 60)]);
  // Between the two, from the current hour.
  const nobody = { ...joined, bookings: [] };
  expect(opensMs({ ...nobody, nowMs: minuteMs(16 * 60 + 20) })).toEqual([minuteMs(16 * 60)]);
  expect(opensMs({ ...nobody, nowMs: minuteMs(15 * 60 + 59) })).toEqual([LUNCH_MS]);
});

test('the lunch stays visible while it runs, while a party is seated or was not recorded, and on other days', () => {
  const all = [LUNCH_MS, DINNER_MS];
  const { startMs } = sheet.bookings[0]!;
  const seated = { arrivedMs: startMs, seatedMs: startMs, leftMs: null };
  expect(opensMs(withFirst({ status: 'confirmed', visit: NO_VISIT }))).toEqual(all);
  // From lunch until now, without a gap.
  expect(opensMs(withFirst({ status: 'confirmed', visit: seated }))).toEqual([LUNCH_MS]);
  expect(opensMs({ ...sheet, nowMs: minuteMs(14 * 60) })).toEqual(all);
  expect(opensMs({ ...sheet, nowMs: minuteMs(48 * 60) })).toEqual(all);
  // Future periods are never hidden, even without bookings; neither is the last period when it is over.
  expect(opensMs({ ...sheet, bookings: [], others: [], nowMs: minuteMs(12 * 60) })).toEqual(all);
  expect(opensMs({ ...sheet, bookings: [], others: [], nowMs: minuteMs(23 * 60 + 59) })).toEqual([DINNER_MS]);
});
