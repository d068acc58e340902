import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable, FRIDAY, FRIDAY_MS } from '../../contract/fixtures.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { bookingWindowOf } from '../location/slots.ts';
import { HOUR_MS } from '../instant.ts';
import { dayStateOf } from '../seating/day-state.ts';
import type { DiaryBooking } from './diary.ts';
import { slotChecksOn, slotsFor } from './alternatives.ts';

test('D31 a look at a slot, anywhere or at chosen tables, costs the steps of its search plus 100', () => {
  const tables = [1, 2, 4].map((seatsMax) => aTable(`for ${seatsMax}`, { seatsMin: 1, seatsMax }));
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
      tables: ['for 4'],
      pinned: false,
      tableAccess: 'online',
      kind: 'booking',
    } as const;
    return { id: `bk_${i}`, startMs, blockedUntilMs, ...party };
  });
  const check = slotChecksOn(dayStateOf(location, day, bookings, window.nowMs), window, wish);
  const looks = [first!, second].map(check);
  expect(looks.map(({ assignment }) => assignment?.tables)).toEqual([['for 4'], ['for 4']]);
  expect(looks[0]!.steps).toBeGreaterThan(100);
  expect(looks[1]!.steps).toBe(looks[0]!.steps);
  const [two] = bookings;
  const one: DiaryBooking = { ...two!, id: 'bk_2', partySize: 1, tables: ['for 2'] };
  const atChosen = (...there: readonly DiaryBooking[]) => {
    const state = dayStateOf(location, day, there, window.nowMs);
    return slotChecksOn(state, window, { ...wish, choice: { tables: ['for 4'] } })(first!);
  };
  expect(atChosen(two!, one).steps).toBeGreaterThan(100);
  expect(atChosen({ ...two!, pinned: true })).toMatchObject({ assignment: null, steps: 100 });
});
