/** A migration takes nothing away from servers of the version before: they serve on while it is made, and until it is their turn. */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { indexBuildOf } from './build-index.ts';
import { faultsOfChange, readSchema, type Schema } from '../test-support/schema-change.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

/**
 * What is found in migrations that are older than this test, and why servers could live with it. For a new one nothing is added here: it is split into
 * one that adds, and one of a later version that takes away.
 */
const KNOWN: Readonly<Record<string, readonly RegExp[]>> = {
  // There are as many keys as partners.
  '0004-trusted-time.sql': [/^index api_keys_sandbox_mailbox is built while/],
  // Older than what builds indexes outside a transaction.
  '0006-guest-email-key-indexes.sql': [/_email_unkeyed is built while/, /_guest_email_key is built while/],
  // An id was unique before, whatever the location; and the guard of the tables is the same one, by one number for both columns.
  '0007-booking-indexes.sql': [
    /UNIQUE INDEX bookings_by_id/,
    ...['by_id', 'diary', 'diary_long', 'guest_email_unkeyed'].map(
      (name) => new RegExp(`^index bookings_${name} is built while`),
    ),
    /EXCLUDE USING gist \(uuid_hash_extended/,
  ],
  '0008-leaner-steps.sql': [/^bookings: .* PRIMARY KEY \(id, location_id\)/],
  '0010-delivery-key.sql': [/UNIQUE INDEX deliveries_by_id/, /^index deliveries_by_id is built while/],
  '0011-leaner-deliveries.sql': [/^deliveries: .* PRIMARY KEY \(id, location_id\)/],
  // There are as many rows as locations.
  '0018-time-zones.sql': [/^index locations_time_zone is built while/],
};

let database: FreshDatabase;
let client: pg.Client;
let present: Schema;
const found: Record<string, string[]> = {};

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const file of readdirSync(FOLDER).toSorted()) {
    const sql = readFileSync(new URL(file, FOLDER), 'utf8');
    const isOutside = indexBuildOf({ version: 0, name: file, sql }) !== null;
    if (!isOutside) await client.query('BEGIN');
    const faults = await faultsOfChange(client, sql, await readSchema(client));
    if (!isOutside) await client.query('COMMIT');
    if (faults.length > 0) found[file] = faults;
  }
  present = await readSchema(client);
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a migration adds, and takes away only what the version before no longer uses', () => {
  const known = Object.entries(KNOWN).map(([file, faults]) => [
    file,
    faults.map((fault) => expect.stringMatching(fault) as string),
  ]);
  expect(found).toEqual(Object.fromEntries(known));
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
])('what may be done is let through: %s', async (sql) => {
  await client.query('BEGIN');
  try {
    expect(await faultsOfChange(client, sql, present)).toEqual([]);
  } finally {
    await client.query('ROLLBACK');
  }
});
