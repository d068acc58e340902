/** The guarantees of the schema, independent of rules and manual changes. */
import type { Location, Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { openDatabase, type OpenDatabase } from '../test-support/database.ts';

const { aBooking, aLocation, aScope, LOCATION_ID, save } = fixtures;

let here: OpenDatabase;
let database: FreshDatabase;
let storage: Storage;
let location: Location;

beforeAll(async () => {
  here = await openDatabase();
  ({ database, storage } = here);
});

beforeEach(async () => {
  await emptyDatabase(database.url);
  location = await aLocation(storage);
  for (const [id, table] of [
    ['bk_a', 'A'],
    ['bk_b', 'B'],
  ] as const) {
    await storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking(id, { tables: [table], idempotencyKey: id }) }),
    );
  }
});

afterAll(() => here.end());

const seatings = () =>
  sql<{ booking_id: string; table_id: string }>(
    database.url,
    'SELECT booking_id, table_id FROM seatings ORDER BY booking_id, table_id',
  );

const COLUMNS = `location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source,
  channel, idempotency_key, guest_name, guest_email, created_at, last_event_seconds`;

/** Copies a booking, changed in some columns. */
const COPY = `INSERT INTO bookings (${COLUMNS})
  SELECT ${COLUMNS} FROM jsonb_populate_record((SELECT b FROM bookings b WHERE id = 'bk_a'), $1)`;

test.each([
  [
    'a booking that overlaps',
    {
      id: 'bk_x',
      idempotency_key: null,
      starts_at: '2030-03-01T19:59:59Z',
      ends_at: '2030-03-01T21:00:00Z',
      blocked_until: '2030-03-01T21:00:00Z',
    },
    'seatings_held_once',
  ],
  [
    'a booking that overlaps by its buffer',
    {
      id: 'bk_x',
      idempotency_key: null,
      starts_at: '2030-03-01T16:00:00Z',
      ends_at: '2030-03-01T17:00:00Z',
      blocked_until: '2030-03-01T18:00:01Z',
    },
    'seatings_held_once',
  ],
  ['an idempotency key used twice', { id: 'bk_x', tables: ['C'] }, 'bookings_idempotency_key'],
  [
    'a booking that ends before it starts',
    { id: 'bk_x', idempotency_key: null, tables: ['C'], ends_at: '2030-03-01T17:00:00Z' },
    'bookings_check',
  ],
])('rejects %s by direct SQL', async (_, row, constraint) => {
  await expect(sql(database.url, COPY, [JSON.stringify(row)])).rejects.toMatchObject({ constraint });
  expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(2);
});

test('rejects a seating that overlaps, and reactivating a booking whose table another one holds', async () => {
  await expect(
    sql(
      database.url,
      `INSERT INTO seatings SELECT location_id, table_id, during, 'bk_x' FROM seatings WHERE booking_id = 'bk_a'`,
    ),
  ).rejects.toMatchObject({ constraint: 'seatings_held_once' });
  await sql(database.url, COPY, [JSON.stringify({ id: 'bk_c', idempotency_key: null, status: 'cancelled' })]);
  await expect(
    sql(database.url, `UPDATE bookings SET status = 'confirmed' WHERE id = 'bk_c'`),
  ).rejects.toMatchObject({ constraint: 'seatings_held_once' });
  expect(await seatings()).toEqual([
    { booking_id: 'bk_a', table_id: 'A' },
    { booking_id: 'bk_b', table_id: 'B' },
  ]);
});

test('lets two bookings trade tables by direct SQL, one statement after the other', async () => {
  await sql(
    database.url,
    `BEGIN; UPDATE bookings SET tables = '{B}' WHERE id = 'bk_a'; UPDATE bookings SET tables = '{A}' WHERE id = 'bk_b'; COMMIT`,
  );
  expect(await seatings()).toEqual([
    { booking_id: 'bk_a', table_id: 'B' },
    { booking_id: 'bk_b', table_id: 'A' },
  ]);
});

test('seatings follow their booking: other tables and times, and its deletion', async () => {
  await sql(database.url, `UPDATE bookings SET tables = '{A,C}', guest_name = 'x' WHERE id = 'bk_a'`);
  await sql(database.url, `UPDATE bookings SET guest_name = 'erased'`);
  expect((await seatings()).map(({ table_id: table }) => table)).toEqual(['A', 'C', 'B']);
  await sql(database.url, `UPDATE bookings SET status = 'no_show' WHERE id = 'bk_a'`);
  await sql(database.url, `DELETE FROM bookings WHERE id = 'bk_b'`);
  expect(await seatings()).toEqual([]);
});
