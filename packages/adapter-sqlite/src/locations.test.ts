import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { aDatabase } from '../test-support/database.ts';
import { planOf } from '../test-support/plans.ts';
import { RETENTIONS, TIME_ZONES } from './locations.ts';

const { aLocation } = fixtures;

test('D26 time zones, and the locations in one of them, are found by an index among many locations', async () => {
  const { storage, rawDatabase } = aDatabase();
  await aLocation(storage);
  const zones = planOf(rawDatabase, TIME_ZONES).filter((step) => step.includes('locations'));
  expect(zones).toHaveLength(2);
  for (const step of zones) expect(step).toContain('USING COVERING INDEX locations_time_zone');
  expect(planOf(rawDatabase, RETENTIONS)).toEqual([
    'SEARCH locations USING INDEX locations_time_zone (<expr>=? AND id>?)',
  ]);
});
