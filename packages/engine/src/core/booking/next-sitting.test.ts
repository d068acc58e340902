import { expect, test } from 'vitest';
import { aBooking, aPeriod, aPlan, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import { HOUR_MS, MINUTE_MS } from '../instant.ts';
import type { Location, LocationPlan } from '../location/location.ts';
import { sittingReachedInto } from './next-sitting.ts';

const aLocationOf = (plan: Partial<LocationPlan>): Location => ({
  ...aPlan(plan),
  id: LOCATION_ID,
  revision: 1,
});

/** For two hours from a local time. */
function reached(location: Location, hour: number, hours = 2): number | null {
  const startMs = FRIDAY_MS + (hour - 1) * HOUR_MS;
  const endMs = startMs + hours * HOUR_MS;
  const ms = sittingReachedInto(location, aBooking('a', { startMs, endMs, blockedUntilMs: endMs }));
  return ms === null ? null : (ms - FRIDAY_MS) / HOUR_MS + 1;
}

const turnTimes = [{ partyMax: null, turnMinutes: 120 }];

test('a party between two periods overlaps the second, if one on the grid would have left', () => {
  const first = aPeriod({ opensMinute: 17 * 60, closesMinute: 19.5 * 60, lastSeatingMinute: 17.5 * 60 });
  const second = aPeriod({ opensMinute: 19.5 * 60, closesMinute: 22 * 60, lastSeatingMinute: 20 * 60 });
  const location = aLocationOf({ servicePeriods: [first, second], turnTimes });
  expect([17, 17.5, 18, 17.2, 17.6, 19.5, 21, 23].map((hour) => reached(location, hour))).toEqual([
    null, null, 19.5, null, 19.5, null, null, null,
  ]); // prettier-ignore
  expect(reached(location, 18, 1.5)).toBeNull();
});

test('a party between two seatings overlaps the next; with near slots, no party is between seatings', () => {
  const period = aPeriod({ opensMinute: 17 * 60, closesMinute: 24 * 60, slotStepMinutes: 150 });
  const sittings = aLocationOf({ servicePeriods: [period], turnTimes });
  expect([17, 18, 19.5, 20.5].map((hour) => reached(sittings, hour))).toEqual([null, 19.5, null, 22]);
  const near = aLocationOf({ servicePeriods: [{ ...period, slotStepMinutes: 15 }], turnTimes });
  expect(reached(near, 18 + (7 * MINUTE_MS) / HOUR_MS)).toBeNull();
});

test('without a warning if parties on the grid also stay beyond the opening', () => {
  const lunch = aPeriod({ opensMinute: 12 * 60, closesMinute: 17 * 60, lastSeatingMinute: 16.5 * 60 });
  const dinner = aPeriod({ opensMinute: 17 * 60, closesMinute: 22 * 60 });
  expect(reached(aLocationOf({ servicePeriods: [lunch, dinner], turnTimes }), 16.1)).toBeNull();
});
