import { expect, test } from 'vitest';
import { aPeriod, aPlan, aTable } from '../../contract/fixtures.ts';
import { BookingError } from '../errors.ts';
import type { LocationPlan } from './location.ts';
import { assertLocationPlan } from './location-rules.ts';

function faultAt(given: Partial<LocationPlan>): string | null {
  try {
    assertLocationPlan(aPlan(given));
    return null;
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    return error.path.join('.');
  }
}

const floor = (
  tables: LocationPlan['floorPlan']['tables'],
  combinations: LocationPlan['floorPlan']['combinations'] = [],
) => ({
  floorPlan: { tables, combinations, wastedSeatsMax: null },
});

test('a valid plan is accepted, and an error names the path of the fault', () => {
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

test('lead times by size must go from small parties to large', () => {
  const bands = (...sizes: number[]) =>
    sizes.map((partyMax) => ({ partyMax, leadTimeMinutes: 60 * partyMax }));
  expect(faultAt({ leadTimes: bands(2, 6) })).toBeNull();
  expect(faultAt({ leadTimes: bands(6, 2) })).toBe('leadTimes.1.partyMax');
  expect(faultAt({ leadTimes: bands(2, 2) })).toBe('leadTimes.1.partyMax');
  expect(faultAt({ leadTimes: bands(0) })).toBe('leadTimes.0.partyMax');
  expect(faultAt({ leadTimes: [{ partyMax: 2, leadTimeMinutes: -1 }] })).toBe('leadTimes.0.leadTimeMinutes');
});

test('an alias is short, plain, and not an id', () => {
  for (const alias of ['nord', 'bistro-nord-2', 'a', 'x'.repeat(60)]) expect(faultAt({ alias })).toBeNull();
  for (const alias of [
    '',
    'Nord',
    'bistro nord',
    '-a',
    'a-',
    'x'.repeat(61),
    '00000000-0000-4000-8000-0000000000a1',
  ])
    expect(faultAt({ alias })).toBe('alias');
});

test('if areas are listed, tables must use them', () => {
  const areas = [{ id: 'terrace', name: 'The terrace' }];
  const at = (area: string | null) => floor([aTable('A', { area })]);
  expect(faultAt({ areas, ...at('terrace') })).toBeNull();
  expect(faultAt({ areas, ...at(null) })).toBeNull();
  expect(faultAt(at('anywhere'))).toBeNull();
  expect(faultAt({ areas, ...at('terace') })).toBe('floorPlan.tables.0.area');
  expect(faultAt({ areas: [...areas, ...areas] })).toBe('areas.1.id');
  expect(faultAt({ areas: [{ id: 'terrace', name: ' ' }] })).toBe('areas.0.name');
});

test('D8 each limit of a plan is checked, and the error names its path', () => {
  const many = <T>(count: number, make: (i: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));
  const tables = many(1001, (i) => aTable(`T${i}`));
  const joined = many(2001, () => ({ tables: ['T0', 'T1'], seatsMin: 2, seatsMax: 4 }));
  expect(faultAt(floor(tables.slice(1)))).toBeNull();
  expect(faultAt(floor(tables))).toBe('floorPlan.tables');
  expect(faultAt(floor(tables.slice(0, 2), joined))).toBe('floorPlan.combinations');
  const wide = { tables: many(21, (i) => `T${i}`), seatsMin: 2, seatsMax: 4 };
  expect(faultAt(floor(tables.slice(1), [wide]))).toBe('floorPlan.combinations.0.tables');
  expect(faultAt({ servicePeriods: many(201, () => aPeriod()) })).toBe('servicePeriods');
  expect(faultAt({ servicePeriods: [aPeriod({ dates: many(1001, () => '2030-01-01') })] })).toBe(
    'servicePeriods.0.dates',
  );
  expect(faultAt({ turnTimes: many(101, (i) => ({ partyMax: i + 1, turnMinutes: 90 })) })).toBe('turnTimes');
  const closure = { from: '2030-01-01', to: '2030-01-01', reason: null };
  expect(faultAt({ closures: many(5001, (i) => ({ id: `c${i}`, ...closure })) })).toBe('closures');
});
