/**
 * Ten thousand restaurants on one database, in the schema's own form. Each has twelve tables and its plan, bookings of the last year and the next
 * month, one night's guests to erase, and delivered and waiting events. The numbers can be reduced.
 */
import type { Database } from 'better-sqlite3';
import { definePlan, type LocationPlan } from '@bord/engine';
import type pg from 'pg';
import { bareSqlite } from './crowd.ts';

/** How large it is. */
export interface Estate {
  readonly locations: number;
  readonly bookings: number;
  /** Events and mails that were sent. */
  readonly settled: number;
  /** Events that wait for an endpoint that is disabled. */
  readonly waiting: number;
  readonly nowMs: number;
}

/** Guests are kept for a year, and the bookings of one day are older. */
const RETENTION_DAYS = 365;
const AHEAD_DAYS = 30;
const DAYS = RETENTION_DAYS + 1 + AHEAD_DAYS;
const TABLES = 12;

export const PLAN: LocationPlan = definePlan({
  name: 'House',
  timeZone: 'Europe/Stockholm',
  guestRetentionDays: RETENTION_DAYS,
  tables: Array.from({ length: TABLES }, (_, i) => ({ id: `T${i}`, seatsMax: 2 + (i % 3) * 2 })),
  servicePeriods: [
    { name: 'lunch', weekdays: [1, 2, 3, 4, 5], opensMinute: 660, closesMinute: 900 },
    { name: 'dinner', weekdays: [1, 2, 3, 4, 5, 6, 7], opensMinute: 1020, closesMinute: 1380 },
  ],
});

/** The id of the restaurant with this number, from 0. */
export const locationIdOf = (nth: number): string =>
  `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;

/** The last day of the bookings, at midnight UTC. */
const lastMsOf = ({ nowMs }: Estate): number => Math.floor(nowMs / 86_400_000 + AHEAD_DAYS) * 86_400_000;

/** Fills a migrated PostgreSQL, without triggers: seatings are written directly. */
export async function fillPostgres(client: pg.Client, estate: Estate): Promise<void> {
  const { locations, bookings, settled, waiting } = estate;
  const last = `date '${new Date(lastMsOf(estate)).toISOString().slice(0, 10)}'`;
  const restaurant = (i: string): string =>
    `('00000000-0000-4000-8000-' || lpad((${i})::text, 12, '0'))::uuid`;
  await client.query(`SET session_replication_role = replica; SET work_mem = '128MB'`);
  await client.query(
    `INSERT INTO locations (id, revision, plan)
     SELECT ${restaurant('i')}, 1, jsonb_set($1::jsonb, '{name}', to_jsonb('House ' || i)) FROM generate_series(0, ${locations} - 1) AS i`,
    [JSON.stringify(PLAN)],
  );
  await client.query(`
    INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source,
      channel, idempotency_key, guest_name, guest_email, guest_email_key, guest_phone, guest_language, manage_token_hash, created_at,
      last_event_seconds)
    SELECT ${restaurant('h')}, 'bk_0' || lpad(i::text, 9, '0'), d, t, t + long, t + long, 1 + i % 2, ARRAY['T' || k % ${TABLES}], false,
      CASE WHEN i % 8 = 7 THEN 'cancelled' ELSE 'confirmed' END, 'partner', 'partner:p' || i % 10, md5('key' || i), 'Guest ' || i,
      md5(i::text) || '@example.com', md5(i::text) || '@example.com', '+4670' || i, 'sv', md5('a' || i) || md5('b' || i),
      t - interval '7 days', '{"booking.created": 1890000000}'
    FROM (
      SELECT i, i % ${locations} AS h, i / ${locations} AS k, ${last} - ${DAYS - 1} + (i::bigint * ${DAYS} / ${bookings})::int AS d
      FROM generate_series(0, ${bookings} - 1) AS i
    ) AS n, LATERAL (SELECT d + (k % 5 + 12) * interval '1 hour' AS t, interval '2 hours' AS long) AS t`);
  await client.query(`
    INSERT INTO seatings (location_id, table_id, during, booking_id)
    SELECT location_id, t, tstzrange(starts_at, blocked_until), id FROM bookings, unnest(tables) AS t WHERE status = 'confirmed'`);
  await client.query(`
    INSERT INTO endpoints (id, partner, url, include_guest, secrets, created_at, failed_in_a_row, disabled_at)
    SELECT 'ep_' || i, 'p' || i, 'http://127.0.0.1:9/', false, '[]', now(), 0, CASE WHEN i = 0 THEN now() END FROM generate_series(0, 9) AS i`);
  await client.query(`
    INSERT INTO deliveries (location_id, id, lane, booking_id, event_id, body, state, created_at, due_at, attempts)
    SELECT ${restaurant(`i % ${locations}`)}, 'bk_0' || lpad(i::text, 9, '0') || ':booking.created:1890000000@' || lane, lane, 'bk_0' || lpad(i::text, 9, '0'),
      'bk_0' || lpad(i::text, 9, '0') || ':booking.created:1890000000', '{"data":{"guest":null,"more":"' || repeat('x', 300) || '"}}', state, at, at, '{}'
    FROM generate_series(0, ${settled + waiting} - 1) AS i, LATERAL (SELECT
      CASE WHEN i < ${waiting} THEN 'ep_0' WHEN i % 3 = 0 THEN 'mail' ELSE 'ep_' || i % 10 END AS lane,
      CASE WHEN i < ${waiting} THEN 'waiting' ELSE 'delivered' END AS state,
      CASE WHEN i < ${waiting} THEN now() - i % 1000 * interval '1 minute' ELSE now() - interval '29 days' + i % 40000 * interval '0.7 minutes' END AS at) AS d`);
  await client.query(`INSERT INTO maintenance (id, last_run_at) VALUES (1, now() - interval '1 day')`);
  await client.query('RESET session_replication_role; RESET work_mem');
  for (const table of ['locations', 'bookings', 'seatings', 'deliveries'])
    await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
}

/** Fills a migrated SQLite, without flushes and triggers. */
export function fillSqlite(database: Database, estate: Estate): void {
  const { locations, bookings, settled, waiting, nowMs } = estate;
  const makeAgain = bareSqlite(database);
  const dayMs = 86_400_000;
  const numbers = (count: number): string =>
    `WITH RECURSIVE numbers (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count - 1})`;
  const restaurant = (i: string): string => `'00000000-0000-4000-8000-' || printf('%012d', ${i})`;
  database
    .prepare(
      `INSERT INTO locations (id, revision, longest_ms, plan) ${numbers(locations)}
       SELECT ${restaurant('i')}, 1, 7200000, json_set(?, '$.name', 'House ' || i) FROM numbers`,
    )
    .run(JSON.stringify(PLAN));
  database.exec(`
    INSERT INTO bookings (id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status, source,
      channel, idempotency_key, guest_name, guest_email, guest_email_key, guest_phone, guest_language, manage_token_hash, created_ms,
      last_event_seconds, changed_seconds)
    ${numbers(bookings)},
    t AS (SELECT i, i % ${locations} AS h, i / ${locations} AS k, hex(randomblob(16)) AS chance,
      ${lastMsOf(estate) - (DAYS - 1) * dayMs} + i * ${DAYS} / ${bookings} * ${dayMs} + (i / ${locations} % 5 + 12) * 3600000 AS start_ms FROM numbers)
    SELECT 'bk_0' || printf('%09d', i), ${restaurant('h')}, date(start_ms / 1000, 'unixepoch'), start_ms, start_ms + 7200000, start_ms + 7200000,
      1 + i % 2, '["T' || (k % ${TABLES}) || '"]', 0, iif(i % 8 = 7, 'cancelled', 'confirmed'), 'partner', 'partner:p' || (i % 10), chance,
      'Guest ' || i, chance || '@example.com', chance || '@example.com', '+4670' || i, 'sv', chance || chance, start_ms - ${7 * dayMs},
      '{"booking.created":1890000000}', 1890000000
    FROM t`);
  database.exec(`
    INSERT INTO seatings (location_id, table_id, start_ms, end_ms, booking_id)
    SELECT location_id, value, start_ms, blocked_until_ms, b.id FROM bookings b, json_each(b.tables) WHERE status = 'confirmed' ORDER BY 1, 2, 3;
    INSERT INTO endpoints (id, partner, url, include_guest, secrets, created_ms, failed_in_a_row, disabled_ms)
    ${numbers(10)} SELECT 'ep_' || i, 'p' || i, 'http://127.0.0.1:9/', 0, '[]', ${nowMs}, 0, iif(i = 0, ${nowMs}, NULL) FROM numbers;
    INSERT INTO deliveries (id, location_id, lane, booking_id, event_id, body, state, created_ms, due_ms)
    ${numbers(settled + waiting)},
    t AS (SELECT i, 'bk_0' || printf('%09d', i) AS booking, iif(i < ${waiting}, 'ep_0', iif(i % 3 = 0, 'mail', 'ep_' || (i % 10))) AS lane,
      iif(i < ${waiting}, ${nowMs} - i % 1000 * 60000, ${nowMs - 29 * dayMs} + i % 40000 * 42000) AS at FROM numbers)
    SELECT booking || ':booking.created:1890000000@' || lane, ${restaurant(`i % ${locations}`)}, lane, booking, booking || ':booking.created:1890000000',
      '{"data":{"guest":null,"more":"${'x'.repeat(300)}"}}', iif(i < ${waiting}, 'waiting', 'delivered'), at, at FROM t;
    INSERT INTO maintenance (id, last_run_ms) VALUES (1, ${nowMs - dayMs})`);
  makeAgain();
  database.pragma('wal_checkpoint(TRUNCATE)');
}
