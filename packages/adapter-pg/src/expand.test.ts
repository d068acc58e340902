/** A migration does not break servers of the previous version, which continue to serve during and after it. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { indexBuildOf } from './build-index.ts';
import { preparing } from './schema.ts';
import { migrations } from './migrations.ts';
import { faultsOfChange, readSchema, type Schema } from '../test-support/schema-change.ts';

let database: FreshDatabase;
let client: pg.Client;
let present: Schema;
const found: Record<string, string[]> = {};

beforeAll(async () => {
  database = await freshDatabase();
  client = clientOf(database.url);
  await client.connect();
  await client.query(preparing('bord'));
  for (const migration of migrations()) {
    const isOutside = indexBuildOf(migration) !== null;
    if (!isOutside) await client.query('BEGIN');
    const faults = await faultsOfChange(client, migration.sql, await readSchema(client));
    if (!isOutside) await client.query('COMMIT');
    if (faults.length > 0) found[migration.name] = faults;
  }
  present = await readSchema(client);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a migration adds, and removes only what the previous version no longer uses', () => {
  expect(found).toEqual({});
});

const PLANTED: readonly (readonly [sql: string, fault: RegExp])[] = [
  ['DROP TABLE refusals', /^table refusals is gone/],
  ['ALTER TABLE bookings DROP COLUMN guest_notes', /^column bookings\.guest_notes is gone/],
  ['ALTER TABLE bookings RENAME COLUMN channel TO route', /^column bookings\.channel is gone/],
  ['ALTER TABLE deliveries RENAME TO messages', /^column deliveries\.\w+ is gone/],
  ['ALTER TABLE refusals ADD COLUMN why text NOT NULL', /why is new, required and without a default/],
  ['ALTER TABLE bookings ALTER COLUMN guest_phone SET NOT NULL', /guest_phone was not required/],
  [
    'ALTER TABLE bookings ALTER COLUMN guest_notes TYPE varchar(9)',
    /guest_notes was text and is character varying/,
  ],
  ['ALTER TABLE refusals ALTER COLUMN start_ms TYPE numeric', /table refusals is written anew/],
  [
    'ALTER TABLE refusals ADD COLUMN at timestamptz DEFAULT clock_timestamp()',
    /table refusals is written anew/,
  ],
  ['ALTER TABLE bookings ADD CHECK (party_size < 100)', /^bookings: rows are refused/],
  ['ALTER TABLE bookings ADD CHECK (party_size < 100) NOT VALID', /^bookings: rows are refused/],
  [
    'CREATE UNIQUE INDEX one_address ON bookings (location_id, service_date, guest_email)',
    /^bookings: rows are refused/,
  ],
  [
    'ALTER TABLE refusals ADD FOREIGN KEY (location_id) REFERENCES locations (id)',
    /^refusals: rows are refused/,
  ],
  ['DROP FUNCTION storage_now', /^function storage_now\(\) is gone/],
  [
    'DROP FUNCTION read_changes; CREATE FUNCTION read_changes(of_channel text) RETURNS void LANGUAGE sql AS $$ $$',
    /^function read_changes\(.*behind.*\) is gone/,
  ],
  [
    'ALTER TABLE bookings ADD COLUMN mood text; CREATE INDEX bookings_mood ON bookings (mood)',
    /index bookings_mood is built while bookings cannot be read/,
  ],
  [
    'CREATE INDEX bookings_phone ON bookings (guest_phone)',
    /index bookings_phone is built while bookings cannot be written/,
  ],
];

test.each(PLANTED)('control: %s', async (sql, fault) => {
  await client.query('BEGIN');
  try {
    expect(await faultsOfChange(client, sql, present)).toContainEqual(expect.stringMatching(fault));
  } finally {
    await client.query('ROLLBACK');
  }
});

test.each([
  'ALTER TABLE bookings ADD COLUMN mood text',
  "ALTER TABLE bookings ADD COLUMN mood text NOT NULL DEFAULT 'good'",
  'CREATE TABLE moods (name text NOT NULL PRIMARY KEY, weight integer NOT NULL CHECK (weight > 0))',
  'DROP INDEX bookings_pending',
])('permitted changes pass: %s', async (sql) => {
  await client.query('BEGIN');
  try {
    expect(await faultsOfChange(client, sql, present)).toEqual([]);
  } finally {
    await client.query('ROLLBACK');
  }
});
