import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Invalidation, Storage } from '@bord/engine/storage';
import { fixtures, storageContract } from '@bord/engine/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sampleOf } from '../../../test/support/long.ts';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import {
  clientOf,
  emptyDatabase,
  type FreshDatabase,
  freshDatabase,
  letPass,
} from '../../../test/support/postgres.ts';
import { tcpProxy } from '../test-support/tcp-proxy.ts';
import type { PgLimits } from './timeouts.ts';
import { migrate, migrateBy } from './migrate.ts';
import { migrations } from './migrations.ts';
import { inspect } from './inspect.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aDelivery, aLocation, aScope, FRIDAY, LOCATION_ID, save } = fixtures;

let database: FreshDatabase;

beforeAll(async () => {
  database = await migratedDatabase();
});

beforeEach(() => emptyDatabase(database.url));

afterAll(() => database.drop());

/**
 * A pool with a listener for errors, as a host has it. `end` does not wait until connections are closed, so they can report afterwards that their
 * database was dropped.
 */
function poolOf(options: pg.PoolConfig, Pool: typeof pg.Pool = pg.Pool): pg.Pool {
  return new Pool(options).on('error', () => undefined);
}

/** A host's pool that ends with the test; `Pool` can be of another copy of the driver. */
function aPool(options: pg.PoolConfig = {}, Pool?: typeof pg.Pool): pg.Pool {
  const given = { connectionString: database.url, max: 8, application_name: 'a host', ...options };
  const pool = poolOf(given, Pool);
  onTestFinished(() => pool.end());
  return pool;
}

function over(pool: pg.Pool, limits: Partial<PgLimits> = {}, listenUrl?: string): Storage {
  const storage = pgStorage({ pool, limits, ...(listenUrl !== undefined && { listenUrl }) });
  onTestFinished(() => storage.close());
  return storage;
}

const isUnavailable = expect.objectContaining({ name: 'BookingError', code: 'unavailable' }) as unknown;

/** A type configuration that returns all values as text. */
const ALL_TEXT = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

describe('a PostgreSQL storage over a host’s pool, opened three times', () => {
  let pool: pg.Pool;
  let openings: Storage[];

  beforeAll(() => {
    pool = poolOf({ connectionString: database.url, max: 12, types: ALL_TEXT });
    openings = [0, 1, 2].map(() => pgStorage({ pool }));
  });

  afterAll(async () => {
    await Promise.all(openings.map((opening) => opening.close()));
    await pool.end();
  });

  const pass = (ms: number): Promise<void> => (ms < 100 ? pause(ms) : letPass(database.url, ms));

  test.each(sampleOf(storageContract, 6))('$name', async ({ run }) => {
    await run({ storage: openings[0]!, openings, pass });
  });
});

test('migrating and inspecting through a host’s pool works, and releases its connections', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const pool = poolOf({ connectionString: fresh.url, max: 2 });
  const index = {
    version: 2,
    name: '0002-phone-index',
    sql: `-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_phone ON bord.bookings (guest_phone);`,
  };
  const applied = await migrateBy([...migrations(), index], { pool });
  expect(await inspect({ pool })).toMatchObject({ version: applied.length, pending: [] });
  // One keeps other processes from migrating, and one builds indexes at the same time.
  expect([pool.totalCount, pool.idleCount, pool.listenerCount('error')]).toEqual([2, 2, 1]);
  await pool.end();
  const tooSmall = poolOf({ connectionString: fresh.url, max: 1 });
  await expect(migrate({ pool: tooSmall })).rejects.toThrow(TypeError);
});

test('closing the storage releases the pool: open, unused, and without a listener', async () => {
  const pool = aPool();
  const storage = pgStorage({ pool });
  const heard: Invalidation[] = [];
  storage.invalidations.subscribe((invalidation) => heard.push(invalidation));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), 60_000);
  await Promise.all([storage.check(), aLocation(storage)]);
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(1), 60_000);
  await storage.close();
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), 60_000);
  expect(pool.listenerCount('error')).toBe(1); // the host's own
  const { rows } = await pool.query<{ channels: string[]; timeout: string }>(
    `SELECT ARRAY (SELECT pg_listening_channels()) AS channels, current_setting('statement_timeout') AS timeout`,
  );
  expect(rows).toEqual([{ channels: [], timeout: '0' }]);
});

test('D7 changes are received on a connection of the pool, and after its loss on another one', async () => {
  const pool = aPool();
  const storage = over(pool);
  const location = await aLocation(storage);
  const others = pgStorage(database);
  onTestFinished(() => others.close());
  const heard: Invalidation[] = [];
  storage.invalidations.subscribe((invalidation) => heard.push(invalidation));
  const diary = { kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] };
  for (const id of ['bk_1', 'bk_2']) {
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), 60_000);
    heard.length = 0;
    const booking = aBooking(id, { tables: [id] });
    await others.bookings.amend(aScope(location), save({ booking }));
    await vi.waitFor(() => expect(heard).toContainEqual(diary), 60_000);
    heard.length = 0;
    await others.outbox.add([aDelivery(id)]);
    const { rowCount } = await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%LISTEN "bord changes"%' AND application_name = 'a host'
         AND datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBe(1);
  }
  await storage.close();
  await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), 60_000);
});

test('a pool with one connection is rejected: it cannot listen and query at the same time', () => {
  expect(() => pgStorage({ pool: aPool({ max: 1 }) })).toThrow('Bord needs 2');
});

test('a pool whose connections are all in use is unavailable in time, and late connections are released', async () => {
  const pool = aPool({ max: 2 });
  const storage = over(pool, { connectMs: 50 });
  const taken = await Promise.all([pool.connect(), pool.connect()]);
  await expect(storage.locations.list()).rejects.toEqual(isUnavailable);
  for (const client of taken) client.release();
  await vi.waitFor(() => expect(pool.idleCount).toBe(2), 60_000);
  expect(await storage.locations.list()).toEqual([]);
});

test('on the server every statement ends within the storage’s limits, even if the pool has none', async () => {
  const storage = over(aPool(), { lockMs: 100, statementMs: 300 });
  const holder = clientOf(database.url);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE locations IN ACCESS EXCLUSIVE MODE');
  await expect(storage.locations.list()).rejects.toEqual(isUnavailable);
  await holder.query('ROLLBACK');
  expect(await storage.locations.list()).toEqual([]);
});

test.each([true, false])('a silent server is unavailable (pipelining: %s)', async (pipeline) => {
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  const pool = aPool({ connectionString: url.href, pipeline, connectionTimeoutMillis: 500 });
  const storage = over(pool, { silenceMs: 100 }, database.url);
  const location = await aLocation(over(aPool()));
  proxy.onSend = () => 'swallow';
  await expect(storage.locations.list()).rejects.toEqual(isUnavailable);
  await expect(storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }))).rejects.toEqual(
    isUnavailable,
  );
  proxy.onSend = null;
  await vi.waitFor(async () => expect(await storage.locations.list()).toHaveLength(1), 60_000);
});

test.each([true, false])(
  'a driver has several statements at the same time only if it is pipelining (%s)',
  async (pipeline) => {
    const pool = aPool({ pipeline });
    let [pending, most] = [0, 0];
    pool.on('connect', (client) => {
      const query = client.query.bind(client) as (statement: unknown) => Promise<unknown>;
      client.query = ((statement: unknown) => {
        most = Math.max(most, (pending += 1));
        return query(statement).finally(() => (pending -= 1));
      }) as typeof client.query;
    });
    const storage = over(pool);
    const location = await aLocation(storage);
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
    expect(most > 1).toBe(pipeline);
  },
);

test('errors of the database are recognised from another copy of the driver', async () => {
  const require = createRequire(import.meta.url);
  const loaded = Object.keys(require.cache).filter((path) =>
    /[/\\]node_modules[/\\]pg(?:-[a-z]+)?[/\\]/.test(path),
  );
  const modules = new Map(loaded.map((path) => [path, require.cache[path]]));
  for (const path of loaded) delete require.cache[path];
  const copy = require('pg') as typeof pg;
  for (const [path, module] of modules) require.cache[path] = module;
  expect(copy.DatabaseError).not.toBe(pg.DatabaseError);
  const storage = over(aPool({}, copy.Pool));
  const location = await aLocation(storage);
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  // The rules never save a second booking at the table; the schema rejects it, and that is not an outage.
  const second = storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_2') }));
  await expect(second).rejects.toThrow(/seatings/);
  await expect(second).rejects.not.toEqual(isUnavailable);
});
