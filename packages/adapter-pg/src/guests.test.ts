import type { Storage } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { OF_EMAIL } from './guests.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aLocation, aScope, save } = fixtures;

let database: FreshDatabase;
let storage: Storage;

beforeAll(async () => {
  database = await migratedDatabase();
  storage = pgStorage({ url: database.url });
});

afterAll(async () => {
  await storage.close();
  await database.drop();
});

test('D26 rows of a version without the comparison of addresses are found as it finds them, then mended', async () => {
  const location = await aLocation(storage);
  const guest = { name: 'Åsa', email: 'Åsa.Lind@Example.se', phone: null, notes: null, language: null };
  for (const id of ['a', 'b', 'c'])
    await storage.bookings.amend(
      aScope(location),
      save({ booking: aBooking(id, { guest, status: 'completed' }) }),
    );
  // That version saves by the same function, and names no key.
  const saved = `[{"id":"a","location_id":"${location.id}","guest_email":"Åsa.Lind@Example.se"}]`;
  await sql(
    database.url,
    `SELECT save_steps($1, (
       SELECT json_agg(to_jsonb(b) - 'guest_email_key' || s.row) FROM bookings b, jsonb_array_elements($2::jsonb) AS s (row)
       WHERE b.id = s.row ->> 'id'
     ), NULL, NULL, NULL)`,
    [location.id, saved],
  );
  await sql(database.url, `UPDATE bookings SET guest_email_key = NULL WHERE id = 'b'`);
  const found = async (email: string): Promise<string[]> =>
    (await storage.guests.bookingsOf(email)).map(({ id }) => id).toSorted();
  const keys = async (): Promise<(string | null)[]> =>
    (
      await sql<{ key: string | null }>(
        database.url,
        'SELECT guest_email_key AS key FROM bookings ORDER BY id',
      )
    ).map(({ key }) => key);
  const key = 'åsa.lind@example.se';
  expect(await keys()).toEqual([null, null, key]);
  expect(await found('Åsa.LIND@example.se')).toEqual(['a', 'b', 'c']);
  expect([await storage.guests.indexEmails(1), await storage.guests.indexEmails(5)]).toEqual([1, 1]);
  expect(await storage.guests.indexEmails(5)).toBe(0);
  expect(await keys()).toEqual([key, key, key]);
  expect(await found('ÅSA.LIND@EXAMPLE.SE')).toEqual(['a', 'b', 'c']);
  expect(await storage.guests.erase(['a', 'b', 'c'])).toBe(3);
  expect(await keys()).toEqual([null, null, null]);
});

test('D26 a guest is found by an index among many', async () => {
  await sql(
    database.url,
    `INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned,
       status, source, channel, guest_name, guest_email, guest_email_key, created_at, last_event_seconds)
     SELECT gen_random_uuid(), 'm' || i, '2020-01-01', t, t + interval '1 hour', t + interval '1 hour', 2, '{A}', false,
       'completed', 'operator', 'operator', 'N', 'g' || i || '@x.se', 'g' || i || '@x.se', t, '{}'
     FROM generate_series(1, 20000) AS i, LATERAL (SELECT timestamptz '2020-01-01' AS t) AS t;
     ANALYZE bookings`,
  );
  const plan = await sql<{ 'QUERY PLAN': string }>(
    database.url,
    `EXPLAIN SELECT * FROM bookings WHERE ${OF_EMAIL.replaceAll('$1', `'g7@x.se'`).replaceAll('$2', `'G7@x.se'`)}`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Index Scan on bookings_guest_email_key');
  expect(text).toContain('Index Scan on bookings_guest_email_unkeyed');
  expect(text).not.toContain('Seq Scan');
});
