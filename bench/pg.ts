/**
 * The cost of a booking on PostgreSQL, each figure with its ceiling from the same run:
 *
 *     node --conditions=@bord/source bench/pg.ts             on the embedded PostgreSQL
 *     BORD_TEST_PG=postgres://… node --conditions=@bord/source bench/pg.ts
 *
 * Rounds are interleaved, and medians compared, because absolute figures vary with other load on the machine.
 */
import { migrate, pgStorage } from '@bord/adapter-pg';
import type { Location, Storage } from '@bord/engine';
import type { Rule } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import pg from 'pg';
import { freshDatabase, setup, sql } from '../test/support/postgres.ts';

const { aBooking, aLocation, aScope, FRIDAY_MS } = fixtures;
const HOUR_MS = 3_600_000;
const ROUNDS = 5;
const ROUND_MS = 1500;
const CALLERS = 200;
const TABLES = Array.from({ length: 40 }, (_, i) => `T${i}`);

/** One day: 3 sittings at 40 tables. */
const SITTINGS = 3;
const DAY = SITTINGS * TABLES.length;

let bookings = 0;
let dayCount = 0;

/** The next booking: day after day is filled, table by table. `spread` days are filled at the same time. */
function next(location: Location, spread: number) {
  const n = bookings++;
  const day = Math.floor(n / (DAY * spread)) * spread + (n % spread);
  const sitting = Math.floor(n / (TABLES.length * spread)) % SITTINGS;
  const dayMs = FRIDAY_MS + day * 24 * HOUR_MS;
  const startMs = dayMs + (14 + 2 * sitting) * HOUR_MS;
  const date = new Date(dayMs).toISOString().slice(0, 10);
  const scope = aScope(location, {
    dates: [date],
    interval: { startMs: dayMs, endMs: dayMs + 24 * HOUR_MS },
  });
  return { id: `bk_${n}`, startMs, date, scope };
}

/** Takes the first table that is free. */
function seat(id: string, startMs: number, date: string): Rule<boolean> {
  return ({ bookings: page }) => {
    const held = new Set(page.flatMap((other) => (other.startMs === startMs ? other.tables : [])));
    const table = TABLES.find((it) => !held.has(it));
    if (table === undefined) return { result: false };
    return {
      result: true,
      booking: aBooking(id, { startMs, serviceDate: date, tables: [table], idempotencyKey: id }),
    };
  };
}

/** Runs `call` over and over by so many callers, for a while; calls per second. */
async function rate(callers: number, call: () => Promise<unknown>): Promise<number> {
  let calls = 0;
  const startedMs = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - startedMs < ROUND_MS) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (calls / (performance.now() - startedMs)) * 1000;
}

/**
 * A textbook booking: five round trips, on the same tables with the same guard. It takes the first table that is free at that time: concurrent callers
 * overtake each other on the way to the lock, so the number of bookings does not determine the next table.
 */
function textbook(pool: pg.Pool, location: Location): Promise<void> {
  const { id, startMs, date } = next(location, 10);
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${location.id} ${date}`]);
    const start = new Date(startMs);
    const end = new Date(startMs + 2 * HOUR_MS);
    const { rows } = await client.query<{ tables: string[] }>(
      `SELECT tables FROM bookings WHERE location_id = $1 AND service_date = $2 AND status = 'confirmed'
       AND starts_at < $4 AND blocked_until > $3`,
      [location.id, date, start, end],
    );
    const held = new Set(rows.flatMap(({ tables }) => tables));
    const table = TABLES.find((it) => !held.has(it));
    if (table === undefined) throw new Error('full');
    await client.query(
      `INSERT INTO bookings (location_id, id, service_date, starts_at, ends_at, blocked_until, party_size, tables, pinned, status,
         source, channel, idempotency_key, guest_name, guest_email, created_at, last_event_seconds)
       VALUES ($1, $2, $3, $4, $5, $5, 2, $6, false, 'confirmed', 'partner', 'partner:acme', $2, 'Alva Lind',
         'alva@example.com', now(), '{}')`,
      [location.id, id, date, start, end, [table]],
    );
  });
}

/** In a separate transaction, on a connection of the pool. */
async function inTransaction(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** A booking by a row for each table and time, which is locked: what systems do that cut the day into slots, and cannot let parties of all lengths in. */
function slotRow(pool: pg.Pool): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM slots WHERE evening = $1 AND booking IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [dayCount++ % 10],
    );
    await client.query('UPDATE slots SET booking = $2 WHERE id = $1', [rows[0]!.id, 'x'.repeat(200)]);
  });
}

/** 32 rivals for four tables of one sitting, from two openings; then the next sitting. How long each decision took, in ms. */
async function rivals(openings: readonly Storage[], location: Location): Promise<number[]> {
  const times: number[] = [];
  const startedMs = performance.now();
  while (performance.now() - startedMs < ROUND_MS) {
    const { id, startMs, date, scope } = next(location, 1);
    bookings += TABLES.length - 1;
    const results = await Promise.all(
      Array.from({ length: 32 }, async (_, i) => {
        const requestedMs = performance.now();
        const { result } = await openings[i % 2]!.bookings.amend(scope, (page) => {
          const held = new Set(
            page.bookings.flatMap((other) => (other.startMs === startMs ? other.tables : [])),
          );
          const table = TABLES.slice(0, 4).find((it) => !held.has(it));
          if (table === undefined) return { result: false };
          const booking = aBooking(`${id}_${i}`, { startMs, serviceDate: date, tables: [table] });
          return { result: true, booking };
        });
        times.push(performance.now() - requestedMs);
        return result;
      }),
    );
    const seated = results.filter(Boolean).length;
    if (seated !== 4) throw new Error(`${seated} of 32 rivals were seated at 4 tables`);
  }
  return times;
}

const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]!;
const median = (numbers: readonly number[]): number => at(numbers, 0.5);
const round = (n: number): string => Math.round(n).toLocaleString('en');

const stop = await setup();
const database = await freshDatabase();
await migrate(database);
await sql(
  database.url,
  `CREATE TABLE one_row (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text);
   CREATE TABLE slots (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, evening integer NOT NULL, booking text);
   INSERT INTO slots (evening) SELECT i % 10 FROM generate_series(1, 200000) i;
   CREATE INDEX ON slots (evening) WHERE booking IS NULL; ANALYZE slots`,
);
const openings = [pgStorage(database), pgStorage(database)];
const storage = openings[0]!;
const location = await aLocation(storage);
const pool = new pg.Pool({
  connectionString: database.url,
  max: 10,
  options: '-c search_path=bord,public',
});
pool.on('error', () => undefined); // one that is still closing when the database is dropped

async function book(spread: number): Promise<void> {
  const { id, startMs, date, scope } = next(location, spread);
  if (!(await storage.bookings.amend(scope, seat(id, startMs, date))).result) throw new Error('full');
}

const newDay = (): void => void (bookings = Math.ceil(bookings / (10 * DAY) + 1) * 10 * DAY);
const runs = {
  row: () => rate(1, () => pool.query('INSERT INTO one_row (text) VALUES ($1)', ['x'.repeat(200)])),
  alone: () => rate(1, () => book(1)),
  textbook: () => rate(CALLERS, () => textbook(pool, location)),
  slots: () => rate(CALLERS, () => slotRow(pool)),
  grouped: () => rate(CALLERS, () => book(10)),
};
const rates: Record<string, number[]> = { row: [], alone: [], textbook: [], slots: [], grouped: [] };
const decisions: { perSecond: number; p99: number }[] = [];
for (let i = 0; i < ROUNDS; i++) {
  const inTurn = Object.entries(runs);
  for (const [name, run] of i % 2 === 0 ? inTurn : inTurn.toReversed()) {
    newDay();
    rates[name]!.push(await run());
  }
  newDay();
  const startedMs = performance.now();
  const times = await rivals(openings, location);
  decisions.push({
    perSecond: (times.length / (performance.now() - startedMs)) * 1000,
    p99: at(times, 0.99),
  });
}

const {
  row,
  alone,
  textbook: five,
  slots,
  grouped,
} = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)])) as Record<
  keyof typeof runs,
  number
>;
const [{ deadlocks, overlaps }] = (await sql<{ deadlocks: string; overlaps: string }>(
  database.url,
  `SELECT (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()) AS deadlocks,
     (SELECT count(*) FROM (
       SELECT lower(during) < max(upper(during)) OVER (
         PARTITION BY location_id, table_id ORDER BY lower(during) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
       ) AS is_over FROM seatings
     ) AS s WHERE is_over) AS overlaps`,
)) as [{ deadlocks: string; overlaps: string }];
console.log(
  `PostgreSQL ${(await sql<{ v: string }>(database.url, `SELECT current_setting('server_version') AS v`))[0]!.v}`,
);
console.log(
  `one caller:   ${round(alone)} bookings/s, one row inserted ${round(row)}/s: ${(alone / row).toFixed(2)} ×`,
);
console.log(
  `${CALLERS} callers:  ${round(grouped)} bookings/s, five round trips ${round(five)}/s: ${(grouped / five).toFixed(1)} ×`,
);
console.log(
  `a row a slot: ${round(slots)} bookings/s of the same callers, locked and updated: ${(grouped / slots).toFixed(1)} ×`,
);
console.log(
  `32 rivals:    ${round(median(decisions.map(({ perSecond }) => perSecond)))} decisions/s, p99 ` +
    `${median(decisions.map(({ p99 }) => p99)).toFixed(1)} ms; ${deadlocks} deadlocks, ${overlaps} overlaps`,
);
await Promise.all([...openings.map((opening) => opening.close()), pool.end()]);
await database.drop();
await stop();
