import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable, FRIDAY, FRIDAY_MS } from '../../contract/fixtures.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { bookingWindowOf } from '../location/slots.ts';
import { HOUR_MS } from '../instant.ts';
import { dayStateOf } from '../seating/day-state.ts';
import type { DiaryBooking } from './diary.ts';
import { slotChecksOn, slotsFor } from './alternatives.ts';

test('D31 a look at a slot costs the steps of its search plus 100', () => {
  const tables = [aTable('A', { seatsMin: 1, seatsMax: 2 }), aTable('B', { seatsMin: 1, seatsMax: 4 })];
  const location = {
    ...aPlan({
      floorPlan: { tables, combinations: [], wastedSeatsMax: null },
      servicePeriods: [aPeriod({ turnTimes: [{ partyMax: null, turnMinutes: 60 }] })],
    }),
    id: 'id',
    revision: 1,
  };
  const day = serviceDayOf(location, FRIDAY);
  const window = bookingWindowOf(location, FRIDAY_MS);
  const wish = { partySize: 4, tableAccess: 'all', choice: null, moved: null } as const;
  const [first, ...others] = slotsFor(location, day, window, wish);
  const second = others.find(({ startMs }) => startMs >= first!.startMs + 3 * HOUR_MS)!;
  const bookings = [first!, second].map(({ startMs, blockedUntilMs }, i): DiaryBooking => {
    const party = {
      partySize: 2,
      tables: ['B'],
      pinned: false,
      tableAccess: 'online',
      kind: 'booking',
    } as const;
    return { id: `bk_${i}`, startMs, blockedUntilMs, ...party };
  });
  const check = slotChecksOn(dayStateOf(location, day, bookings, window.nowMs), window, wish);
  const looks = [first!, second].map(check);
  expect(looks.map(({ assignment }) => assignment?.tables)).toEqual([['B'], ['B']]);
  expect(looks[0]!.steps).toBeGreaterThan(100);
  expect(looks[1]!.steps).toBe(looks[0]!.steps);
});
