import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable, FRIDAY, FRIDAY_MS } from '../../contract/fixtures.ts';
import type { Location } from '../location/location.ts';
import { serviceDayOf } from '../location/service-day.ts';
import { bookingWindowOf } from '../location/slots.ts';
import { HOUR_MS, MINUTE_MS } from '../instant.ts';
import { dayStateOf } from './day-state.ts';
import { offersOf } from './offer.ts';

/** Four and twelve differ only in their lead time. */
const LOCATION: Location = {
  ...aPlan({
    leadTimes: [{ partyMax: 6, leadTimeMinutes: 60 }],
    leadTimeMinutes: 240,
    floorPlan: {
      tables: [aTable('A', { seatsMin: 1, seatsMax: 20 })],
      combinations: [],
      wastedSeatsMax: null,
    },
    servicePeriods: [aPeriod({ turnTimes: [{ partyMax: null, turnMinutes: 90 }] })],
  }),
  id: 'id',
  revision: 1,
};

test('D1 sizes that keep a table equally long are offered the same only if they must book as long before', () => {
  const nowMs = FRIDAY_MS + 15 * HOUR_MS;
  const state = dayStateOf(LOCATION, serviceDayOf(LOCATION, FRIDAY), [], nowMs);
  const offerTo = offersOf(state, bookingWindowOf(LOCATION, nowMs));
  const four = offerTo(4);
  expect(four.startsMs[0]).toBe(nowMs + HOUR_MS);
  expect(offerTo(6)).toBe(four);
  expect(offerTo(12).startsMs[0]).toBe(nowMs + 4 * HOUR_MS);
});

test('D1 D5 a party of the night before keeps its table from the first slot of the day', () => {
  const servicePeriods = [aPeriod({ opensMinute: 0, closesMinute: 24 * 60 })];
  const location = { ...LOCATION, servicePeriods, leadTimes: [], leadTimeMinutes: 0 };
  const day = serviceDayOf(location, FRIDAY);
  const opensMs = day.periods[0]!.opensMs;
  const night = { id: 'bk_1', startMs: opensMs - HOUR_MS, blockedUntilMs: opensMs + 10 * MINUTE_MS };
  const party = {
    partySize: 2,
    tables: ['A'],
    pinned: true,
    tableAccess: 'online',
    kind: 'booking',
  } as const;
  const nowMs = opensMs - 2 * HOUR_MS;
  const state = dayStateOf(location, day, [{ ...night, ...party }], nowMs);
  const { covers } = offersOf(state, bookingWindowOf(location, nowMs))(2);
  expect(covers.slice(0, 2)).toEqual([0, 20]);
});
