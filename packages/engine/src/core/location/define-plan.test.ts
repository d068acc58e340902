import { expect, test } from 'vitest';
import { definePlan, type PlanDescription } from './define-plan.ts';
import { BookingError } from '../errors.ts';

const LEAST: PlanDescription = {
  name: 'Bistro Nord',
  timeZone: 'Europe/Stockholm',
  tables: [{ id: 'T1', seatsMax: 4 }],
  servicePeriods: [{ name: 'Dinner', weekdays: [5], opensMinute: 1020, closesMinute: 1380 }],
};

function faultOf(description: unknown): { message: string; path: readonly (string | number)[] } | null {
  try {
    definePlan(description as PlanDescription);
    return null;
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    expect(error.code).toBe('invalid_request');
    return { message: error.message, path: error.path };
  }
}

test('given values are kept, including null, and undefined means the default', () => {
  const plan = definePlan({
    ...LEAST,
    language: undefined,
    bufferMinutes: 15,
    guestRetentionDays: null,
    contact: { phone: '+46 8 1', email: undefined },
    tables: [{ id: 'T1', seatsMin: 2, seatsMax: 4, area: 'window', online: false }],
    wastedSeatsMax: 2,
  });
  expect(plan).toMatchObject({
    language: 'en',
    bufferMinutes: 15,
    guestRetentionDays: null,
    contact: { address: null, phone: '+46 8 1', email: null },
    floorPlan: { tables: [{ seatsMin: 2, area: 'window', online: false }], wastedSeatsMax: 2 },
  });
  expect(Object.keys(plan)).not.toContain('tables');
});

test('an error names the field as in the description', () => {
  const [table] = LEAST.tables;
  const [period] = LEAST.servicePeriods;
  const paths = [
    { ...LEAST, name: undefined },
    { ...LEAST, horizonDay: 3 },
    { ...LEAST, horizonDays: -1 },
    { ...LEAST, timeZone: 'Europe/Nowhere' },
    { ...LEAST, tables: [table, { id: 'T2' }] },
    { ...LEAST, tables: [{ ...table, seatsMin: 5 }] },
    { ...LEAST, combinations: [{ tables: ['T1', 'T9'], seatsMin: 1, seatsMax: 9 }] },
    { ...LEAST, contact: { fax: '1' } },
    { ...LEAST, servicePeriods: [{ ...period, closes: 9 }] },
    { ...LEAST, servicePeriods: [{ ...period, closesMinute: 1000 }] },
    LEAST,
  ].map((description) => faultOf(description)?.path.join('.'));
  expect(paths).toEqual([
    'name',
    'horizonDay',
    'horizonDays',
    'timeZone',
    'tables.1.seatsMax',
    'tables.0.seatsMax',
    'combinations.0.tables',
    'contact.fax',
    'servicePeriods.0.closes',
    'servicePeriods.0.closesMinute',
    undefined,
  ]);
});
