import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable } from '../contract/fixtures.ts';
import { BookingError } from './errors.ts';
import type { LocationPlan } from './location.ts';
import { assertLocationPlan } from './location-rules.ts';

function faultAt(given: Partial<LocationPlan>): string | null {
  try {
    assertLocationPlan(aPlan(given));
    return null;
  } catch (error) {
    if (!(error instanceof BookingError)) throw error;
    return error.path.join('.');
  }
}

const floor = (
  tables: LocationPlan['floorPlan']['tables'],
  combinations: LocationPlan['floorPlan']['combinations'] = [],
) => ({
  floorPlan: { tables, combinations, wastedSeatsMax: null },
});

test('a plan that is sound is accepted; the place of a fault is named', () => {
  expect(faultAt({})).toBeNull();
  expect(faultAt({ name: ' ' })).toBe('name');
  expect(faultAt({ timeZone: 'Europe/Atlantis' })).toBe('timeZone');
  expect(faultAt({ timeZone: '+01:00' })).toBe('timeZone');
  expect(faultAt(floor([aTable('A'), aTable('A')]))).toBe('floorPlan.tables.1.id');
  expect(faultAt(floor([aTable('A', { seatsMin: 5, seatsMax: 4 })]))).toBe('floorPlan.tables.0.seatsMax');
  expect(faultAt(floor([aTable('A')], [{ tables: ['A', 'B'], seatsMin: 2, seatsMax: 4 }]))).toBe(
    'floorPlan.combinations.0.tables',
  );
  expect(faultAt(floor([aTable('A')], [{ tables: ['A'], seatsMin: 2, seatsMax: 4 }]))).toBe(
    'floorPlan.combinations.0.tables',
  );
  expect(faultAt({ turnTimes: [{ partyMax: 2, turnMinutes: 90 }] })).toBe('turnTimes');
  expect(faultAt({ servicePeriods: [aPeriod({ closesMinute: 600 })] })).toBe('servicePeriods.0.closesMinute');
  expect(faultAt({ servicePeriods: [aPeriod({ lastSeatingMinute: 1400 })] })).toBe(
    'servicePeriods.0.lastSeatingMinute',
  );
  expect(faultAt({ servicePeriods: [aPeriod({ weekdays: [] })] })).toBe('servicePeriods.0');
  expect(
    faultAt({
      servicePeriods: [aPeriod(), aPeriod({ opensMinute: 1300, closesMinute: 1400, weekdays: [5] })],
    }),
  ).toBe('servicePeriods.1');
  expect(
    faultAt({ servicePeriods: [aPeriod(), aPeriod({ opensMinute: 1320, closesMinute: 1400 })] }),
  ).toBeNull();
  expect(faultAt({ closures: [{ id: 'c', from: '2027-02-30', to: '2027-03-01', reason: null }] })).toBe(
    'closures.0.from',
  );
  expect(faultAt({ closures: [{ id: 'c', from: '2027-02-20', to: '2027-02-20T18:00', reason: null }] })).toBe(
    'closures.0.to',
  );
  expect(faultAt({ closures: [{ id: 'c', from: '2027-02-20', to: '2027-02-19', reason: null }] })).toBe(
    'closures.0.to',
  );
});
