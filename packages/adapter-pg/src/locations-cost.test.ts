/** The cost of nightly maintenance with many locations, in pages of the database. */
import { fixtures } from '@bord/engine/testing';
import { expect, test } from 'vitest';
import { planCostOf } from '../../../test/support/plan-cost.ts';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { clientOf, sql } from '../../../test/support/postgres.ts';
import { RETENTIONS, TIME_ZONES } from './locations.ts';

test('D26 time zones, and the locations in one of them, are found by an index among many locations', async () => {
  const database = await migratedDatabase();
  await sql(
    database.url,
    `INSERT INTO locations (id, revision, plan)
     SELECT md5(i::text)::uuid, 1, $1::jsonb || jsonb_build_object('timeZone', 'Zone/' || i % 5) FROM generate_series(1, 5000) i`,
    [JSON.stringify(fixtures.aPlan({ guestRetentionDays: 30 }))],
  );
  await sql(database.url, 'VACUUM (ANALYZE) locations');
  const client = clientOf(database.url);
  await client.connect();
  const pagesOf = async (statement: string): Promise<number> =>
    (await planCostOf((text) => client.query(text), statement)).pages;
  const first = "'00000000-0000-0000-0000-000000000000'";
  const page = RETENTIONS.replace('$1', `'Zone/3'`).replace('$2', first).replace('$3', '20');
  for (const statement of [TIME_ZONES, page]) await pagesOf(statement);
  expect(await pagesOf(TIME_ZONES)).toBeLessThan(40);
  expect(await pagesOf(page)).toBeLessThan(60);
  // The control: without the index all plans are read.
  await client.query('BEGIN; DROP INDEX locations_time_zone');
  expect(await pagesOf(TIME_ZONES)).toBeGreaterThan(300);
  await client.query('ROLLBACK');
  await client.end();
  await database.drop();
});
