/** The cost of the booking path with many bookings: touched pages, and the index of each call. */
import { fixtures } from '@bord/engine/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { given, planCostOf } from '../../../test/support/plan-cost.ts';
import { clientOf, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { PAGE } from './bookings.ts';
import { ENDED, OF_EMAIL } from './guests.ts';

const { LOCATION_ID } = fixtures;

/** 60,000 bookings of 30 locations in random order; the tested location has 80 a day from 2030 on, of two hours each, and one of a whole day. */
const FILL = `
  SET session_replication_role = replica;
  INSERT INTO locations (id, revision, plan) VALUES ('${LOCATION_ID}', 1, '{}') ON CONFLICT DO NOTHING;
  INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status,
    source, channel, idempotency_key, guest_name, guest_email, guest_email_key, created_at, last_event_seconds)
  SELECT CASE WHEN i % 2 = 0 THEN '${LOCATION_ID}'::uuid ELSE md5((i % 29)::text)::uuid END,
    'bk_' || i, date '2030-01-01' + day, t, t + long, t + long, 2, ARRAY['T' || i % 40], false,
    CASE WHEN i % 10 = 0 THEN 'cancelled' ELSE 'confirmed' END, 'partner', 'partner:acme', 'k' || i, 'Alva Lind', i || '@example.com',
    i || '@example.com', '2029-12-01', '{}'
  FROM (
    SELECT i, i * 7919 % 375 AS day, CASE WHEN i = 4 THEN interval '23 hours' ELSE interval '2 hours' END AS long
    FROM generate_series(1, 60000) i
  ) AS n, LATERAL (SELECT timestamptz '2030-01-01 11:00Z' + day * interval '1 day' + i % 12 * interval '1 hour' AS t) AS t;
  RESET session_replication_role`;

let database: FreshDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await migratedDatabase();
  await sql(database.url, FILL);
  await sql(database.url, 'VACUUM (ANALYZE) bookings');
  client = clientOf(database.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Pages that a call touches on a session that has run it before. Its changes are rolled back. */
async function pagesOf(call: string): Promise<number> {
  for (let i = 0; i < 3; i++) await undone(call);
  return (await planCostOf(undone, call)).pages;
}

async function undone<R extends pg.QueryResultRow>(call: string): Promise<pg.QueryResult<R>> {
  await client.query('SAVEPOINT before');
  const result = await client.query<R>(call);
  await client.query('ROLLBACK TO before');
  return result;
}

const id = `'${LOCATION_ID}'`;
const step = (ids: string, keys: string): string =>
  `SELECT open_snapshot(${id}, '{2030-05-01}', '{2030-05-01 00:00Z}', '{2030-05-02 00:00Z}', '${ids}', '${keys}', NULL)`;
const range = (from: string, until: string): string => `SELECT read_diary(${id}, '${from}', '${until}')`;
/** A new booking like another one, a cancelled one, and one with other tables. */
const made = (like: string): string =>
  `(SELECT json_agg(row_to_json(b)::jsonb || '{"id": "bk_new", "idempotency_key": "new", "tables": ["T99"]}') FROM bookings b WHERE id = '${like}')`;
const changed = (like: string): string =>
  `(SELECT json_agg(row_to_json(b)::jsonb || '{"status": "cancelled"}') FROM bookings b WHERE id = '${like}')`;
const saved = (ids: string, rows: string): string =>
  `SELECT save_snapshot(${id}, '{2030-05-01 00:00Z}', '{2030-05-02 00:00Z}', '{0}', '${ids}', ${rows}, NULL, NULL)`;
/** A call on a day that no other process has changed: in one round trip, on the remembered state. */
const whole = `SELECT save_if_unchanged(${id}, '{2030-05-01}', 1, 0, (SELECT version FROM endpoint_set), '{new}', '{2030-05-01 00:00Z}', '{2030-05-02 00:00Z}',
  ARRAY[(SELECT coalesce(bit_xor(hashtextextended(e, 0)), 0) FROM live_entries(${id}, '2030-05-01 00:00Z', '2030-05-02 00:00Z') e)],
  '{bk_new}', ${made('bk_8')}::json, NULL, NULL, NULL, NULL) AS digests`;
const page = given(PAGE, id, `'2030-05-01'`, `'2030-05-01'`, `'-infinity'`, `'-infinity'`, `''`, '20');

test.each([
  ['a step reads its day', step('{}', '{}'), 40, 'bookings_diary'],
  ['a step finds its key', step('{}', '{k7}'), 50, 'bookings_idempotency_key'],
  ['a step finds its booking', step('{bk_7}', '{}'), 50, 'bookings_pkey'],
  ['a step saves a booking', saved('{bk_new}', `${made('bk_8')}::json, NULL, NULL`), 60, 'bookings_pkey'],
  [
    'a step re-seats one',
    saved('{}', `NULL, NULL, '[{"id": "bk_8", "tables": ["T99"]}]'`),
    60,
    'bookings_pkey',
  ],
  ['a whole step in one call reads its day', whole, 120, 'bookings_diary'],
  ['a whole step in one call finds its key', whole, 120, 'bookings_idempotency_key'],
  ['a day', range('2030-05-01 00:00Z', '2030-05-02 00:00Z'), 20, 'bookings_diary'],
  ['92 days, far fewer pages than bookings', range('2030-05-01', '2030-08-01'), 250, 'bookings_diary'],
  ['a booking by its id alone', `SELECT * FROM bookings WHERE id = 'bk_7'`, 8, 'bookings_pkey'],
  ['a page of a list', `SELECT * FROM bookings WHERE ${page}`, 100, 'bookings_service_date'],
  [
    'whose guests have to be erased',
    given(ENDED, `ARRAY[${id}]`, `ARRAY['2030-01-03']`, '50'),
    250,
    'bookings_guest_kept',
  ],
  [
    'the bookings of a guest',
    `SELECT * FROM bookings WHERE ${given(OF_EMAIL, `'7@example.com'`)}`,
    12,
    'bookings_guest_email_key',
  ],
])('%s by an index among many bookings; without it the pages are many', async (_, call, most, index) => {
  const [{ constraint } = { constraint: undefined }] = await sql<{ constraint: string }>(
    database.url,
    `SELECT conname AS constraint FROM pg_constraint WHERE conname = '${index}'`,
  );
  await client.query('BEGIN');
  try {
    expect(await pagesOf(call)).toBeLessThanOrEqual(most);
    await client.query(constraint ? `ALTER TABLE bookings DROP CONSTRAINT ${index}` : `DROP INDEX ${index}`);
    expect(await pagesOf(call)).toBeGreaterThan(2 * most);
  } finally {
    await client.query('ROLLBACK');
  }
});

test('a step that changes a booking, and one in a single call, touch few pages to save', async () => {
  await client.query('BEGIN');
  try {
    expect(await pagesOf(saved('{}', `NULL, ${changed('bk_8')}::json, NULL`))).toBeLessThanOrEqual(60);
    expect((await undone<{ digests: string | null }>(whole)).rows[0]!.digests).not.toBeNull();
  } finally {
    await client.query('ROLLBACK');
  }
});

test('a booking of more than four hours is found by an index, too', async () => {
  const { rows } = await client.query<{ entries: string }>(
    `SELECT read_diary(location_id, ends_at - interval '1 second', ends_at) AS entries FROM bookings WHERE id = 'bk_4'`,
  );
  expect(rows[0]!.entries).toContain('"bk_4"');
});
