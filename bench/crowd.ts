/**
 * Millions of realistic bookings, in the schema's own form: restaurants of forty tables with eleven bookings a day over two years, the last 92
 * days in the future. They are in the order of their creation, up to a month ahead, all restaurants mixed; guests, keys and times differ, one of eight
 * is cancelled.
 */
import type { Database } from 'better-sqlite3';
import type pg from 'pg';

/** Two years of a restaurant. */
export const A_RESTAURANT = 8030;
const A_DAY = 11;
/** The last of the 92 days that are ahead; the bookings of the measures come after it. */
export const LAST_MS = Date.parse('2030-01-31T00:00:00Z');

/** The formula of all rows: booking `k` of restaurant `h` on the day `d` days back. */
const restaurants = (count: number): number => Math.max(1, Math.round(count / A_RESTAURANT));
/** The bookings of one restaurant alone: with fewer days, all in the future. */
const perRestaurant = (count: number): number => Math.round(count / restaurants(count));

const restaurantOf = (h: string): string => `'00000000-0000-4000-8000-' || ${h}`;

/** Fills a migrated PostgreSQL. Indexes are dropped before, and created again afterwards. */
export async function fillPostgres(client: pg.Client, firstId: string, count: number): Promise<void> {
  const last = `date '${new Date(LAST_MS).toISOString().slice(0, 10)}'`;
  const made = await takeIndexes(client);
  await client.query(
    `SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`,
  );
  await client.query(`
    INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status, source,
      channel, idempotency_key, guest_name, guest_email, guest_email_key, guest_phone, guest_language, manage_token_hash, created_at,
      last_event_seconds)
    SELECT CASE WHEN h = 0 THEN '${firstId}' ELSE ${restaurantOf(`lpad(h::text, 12, 'b')`)} END::uuid,
      'bk_0' || lpad((row_number() OVER (ORDER BY d - lead, i))::text, 9, '0'), d, t, t + long, t + long, 1 + i % 6, ARRAY['T' || (k + d_number * 11) % 40],
      false, CASE WHEN i % 8 = 7 THEN 'cancelled' ELSE 'confirmed' END, 'partner', 'partner:acme', md5('key' || i), 'Guest ' || i,
      md5(i::text) || '@example.com', md5(i::text) || '@example.com', '+4670' || i, 'sv', md5('a' || i) || md5('b' || i),
      t - lead * interval '1 day', '{"booking.created": 1890000000}'
    FROM (
      SELECT i, i % ${restaurants(count)} AS h, i / ${restaurants(count)} % ${A_DAY} AS k, d_number, ${last} - d_number AS d, hashint4(i) & 31 AS lead
      FROM (SELECT i, ${Math.floor(perRestaurant(count) / A_DAY)} - i / ${restaurants(count)} / ${A_DAY} AS d_number FROM generate_series(0, ${count} - 1) AS i) AS n
    ) AS n, LATERAL (SELECT d + k * interval '1 hour' + interval '11 hours' AS t, (90 + k % 4 * 30) * interval '1 minute' AS long) AS t`);
  await client.query(`
    INSERT INTO seatings (location_id, table_id, during, booking_id)
    SELECT location_id, t, tstzrange(starts_at, blocked_until), id FROM bookings, unnest(tables) AS t WHERE status = 'confirmed'`);
  for (const definition of made) await client.query(definition);
  await client.query('RESET session_replication_role');
  for (const statement of ['VACUUM (ANALYZE) bookings', 'VACUUM (ANALYZE) seatings', 'CHECKPOINT'])
    await client.query(statement);
}

/** Drops all indexes of bookings; the statements that make them again. */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; of: string; is: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS of, pg_get_constraintdef(oid) AS is FROM pg_constraint
     WHERE conrelid IN ('bookings'::regclass, 'seatings'::regclass) AND contype IN ('p', 'u', 'x')`,
  );
  const made: string[] = [];
  for (const { name, of, is } of constraints) {
    await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`);
    made.push(`ALTER TABLE ${of} ADD CONSTRAINT ${name} ${is}`);
  }
  const { rows: indexes } = await client.query<{ name: string; is: string }>(
    `SELECT indexname AS name, indexdef AS is FROM pg_indexes WHERE tablename IN ('bookings', 'seatings')`,
  );
  for (const { name, is } of indexes) {
    await client.query(`DROP INDEX ${name}`);
    made.push(is);
  }
  return made;
}

/** Takes flushes, indexes and triggers from a migrated SQLite that is to be filled; the function that is returned makes them again as they were. */
export function bareSqlite(database: Database): () => void {
  const made = database
    .prepare<[], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name IN ('bookings', 'seatings') AND type IN ('index', 'trigger') AND sql NOT NULL`,
    )
    .all();
  for (const { type, name } of made) database.exec(`DROP ${type} ${name}`);
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  database.pragma('cache_size = -1000000');
  return () => {
    for (const { sql } of made) database.exec(sql);
  };
}

/** Fills a migrated SQLite. */
export function fillSqlite(database: Database, firstId: string, count: number): void {
  const makeAgain = bareSqlite(database);
  const dayMs = 86_400_000;
  database.exec(`
    INSERT INTO bookings (id, location_id, service_date, start_ms, end_ms, blocked_until_ms, party_size, tables, pinned, status, source,
      channel, idempotency_key, guest_name, guest_email, guest_email_key, guest_phone, guest_language, manage_token_hash, created_ms,
      last_event_seconds)
    WITH RECURSIVE numbers (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM numbers WHERE i < ${count - 1}),
    n AS MATERIALIZED (
      SELECT i, i % ${restaurants(count)} AS h, i / ${restaurants(count)} % ${A_DAY} AS k, i * 7919 % 31 AS lead, hex(randomblob(16)) AS chance,
        ${Math.floor(perRestaurant(count) / A_DAY)} - i / ${restaurants(count)} / ${A_DAY} AS back
      FROM numbers ORDER BY -back - lead
    ),
    t AS (SELECT *, ${LAST_MS} - back * ${dayMs} + (k + 11) * 3600000 AS start_ms, (90 + k % 4 * 30) * 60000 AS long_ms FROM n)
    SELECT 'bk_0' || printf('%09d', row_number() OVER ()), iif(h = 0, '${firstId}', ${restaurantOf(`printf('%012d', h)`)}), date(start_ms / 1000, 'unixepoch'),
      start_ms, start_ms + long_ms, start_ms + long_ms, 1 + i % 6, '["T' || ((k + back * 11) % 40) || '"]', 0,
      iif(i % 8 = 7, 'cancelled', 'confirmed'), 'partner', 'partner:acme', chance, 'Guest ' || i, chance || '@example.com',
      chance || '@example.com', '+4670' || i, 'sv', chance || chance, start_ms - lead * ${dayMs}, '{"booking.created":1890000000}'
    FROM t`);
  database.exec(`
    INSERT INTO seatings (location_id, table_id, start_ms, end_ms, booking_id)
    SELECT location_id, value, start_ms, blocked_until_ms, b.id FROM bookings b, json_each(b.tables) WHERE status = 'confirmed' ORDER BY 1, 2, 3;
    UPDATE locations SET longest_ms = ${180 * 60_000}`);
  makeAgain();
  database.exec('ANALYZE');
  database.pragma('wal_checkpoint(TRUNCATE)');
}
