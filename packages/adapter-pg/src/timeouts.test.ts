/** Every wait for the database ends, on the server and on the client. */
import { setTimeout as pause } from 'node:timers/promises';
import { BookingError, DAY_MS, type Location, type Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { clientOf, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { type TcpProxy, tcpProxy } from '../test-support/tcp-proxy.ts';
import { inspect } from './inspect.ts';
import { limitsOf, type PgLimits } from './timeouts.ts';
import { ask, openPool, runAlone } from './transaction.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aDelivery, aKey, aLocation, anEndpoint, aPlan, aScope, aSignUp, bookIfFree, resultOf } =
  fixtures;
const { FRIDAY, LOCATION_ID, lease, save } = fixtures;

const CONNECTIONS = 4;
const soon = { timeout: 20_000, interval: 50 };

let database: FreshDatabase;
let location: Location;

beforeEach(async () => {
  database = await migratedDatabase();
  const storage = pgStorage(database);
  location = await aLocation(storage);
  await storage.close();
});

afterEach(() => database.drop());

function impatient(limits: Partial<PgLimits>, url = database.url, connections = CONNECTIONS): Storage {
  const storage = pgStorage({ url, connections, limits });
  onTestFinished(() => storage.close());
  return storage;
}

/** Locks tables exclusively in another session, as `ALTER TABLE` would; returns a function that releases them. */
async function hold(tables: string): Promise<() => Promise<void>> {
  const holder = clientOf(database.url);
  holder.on('error', () => undefined);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
  return async () => void (await holder.query('ROLLBACK'));
}

/** The sessions of storages on this database, and how many of them wait for a lock. */
async function sessions(): Promise<{ readonly all: number; readonly waiting: number }> {
  const [row] = await sql<{ all: number; waiting: number }>(
    database.url,
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS waiting
     FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'bord%'`,
  );
  return row!;
}

function isUnavailable(error: unknown): boolean {
  return BookingError.is(error) && error.code === 'unavailable';
}

test('reads that queue behind a lock end automatically: all are unavailable, and none remains on the server', async () => {
  // The pool has fewer connections than the 200 calls: those without one end on the client, the others on the server.
  const storage = impatient({ lockMs: 300, connectMs: 300 });
  const release = await hold('bookings');
  let isOver = false;
  let most = 0;
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await sessions()).all);
      await pause(20);
    }
  })();
  const reads = await Promise.allSettled(
    Array.from({ length: 200 }, () => storage.bookings.list(LOCATION_ID)),
  );
  isOver = true;
  await watching;
  for (const read of reads) expect(read.status === 'rejected' && isUnavailable(read.reason)).toBe(true);
  expect(most).toBeLessThanOrEqual(CONNECTIONS);
  // Still locked.
  await vi.waitFor(async () => expect((await sessions()).waiting).toBe(0), soon);
  await release();
  const again = await Promise.all(
    Array.from({ length: 200 }, () => pause(0).then(() => storage.records.list('keys'))),
  );
  expect(again).toHaveLength(200);
  expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1'))))).toBe(
    'booked',
  );
});

test('every call ends while all tables are locked', async () => {
  const storage = impatient({ lockMs: 100 }, database.url, 50);
  const release = await hold(
    'locations, menus, bookings, seatings, refusals, api_keys, sign_ups, endpoints, deliveries, duties, service',
  );
  const { bookings, locations, records, guests, outbox, leaderLocks } = storage;
  const interval = { startMs: 0, endMs: 1 };
  const calls: Record<string, () => Promise<unknown>> = {
    amend: () => bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
    diary: () => bookings.diary(LOCATION_ID, interval),
    find: () => bookings.find('bk_1', null),
    liveCreatedBefore: () => bookings.liveCreatedBefore(LOCATION_ID, 0, 1),
    purgeRefusals: () => bookings.purgeRefusals(0, 1),
    refusals: () => bookings.refusals(LOCATION_ID, interval),
    list: () => bookings.list(LOCATION_ID, FRIDAY),
    get: () => locations.get(LOCATION_ID),
    all: () => locations.list(),
    put: () => locations.put(LOCATION_ID, aPlan(), 0, () => undefined),
    menu: () => locations.menu(LOCATION_ID),
    putMenu: () => locations.putMenu(LOCATION_ID, { currency: 'SEK', categories: [] }),
    key: () => records.find('keys', { hash: 'x' }),
    newKey: () => records.amend(steps.insertion('keys', aKey('k'))),
    sandbox: () => records.amend(steps.sandboxKey(aKey('k', { sandboxEmail: 'a' }), 3, 0, null)),
    rotate: () => records.amend(steps.keyRotation('k', aKey('l'), 0, 0)),
    revoke: () => records.amend(steps.keyRevocation('k', 0)),
    markUsed: () => records.amend(steps.keyUses([{ keyId: 'k', usedMs: 0 }])),
    signUp: () => records.amend(steps.insertion('signUps', aSignUp('s'))),
    findSignUp: () => records.find('signUps', { id: 's' }),
    purgeSignUps: () => steps.purgeSignUps(records, 0),
    bookingsOf: () => guests.bookingsOf('a'),
    erase: () => guests.erase(['bk_1']),
    endedBefore: () => guests.endedBefore([{ locationId: LOCATION_ID, endMs: 0 }], 1),
    forgetNetworks: () => guests.forgetNetworks(0, 1),
    zones: () => locations.timeZones(),
    retentions: () => locations.retentions('UTC', null, 1),
    endpoint: () => records.amend(steps.insertion('endpoints', anEndpoint())),
    endpointsOf: () => records.list('endpoints', { partner: 'acme' }),
    change: () => records.amend(steps.replacement('endpoints', 'e', (endpoint) => endpoint)),
    add: () => outbox.add([aDelivery('d')]),
    lease: () => lease(storage),
    settle: () => outbox.settle({ id: 'd', queue: 'e', lease: 1 }, null, () => ({ state: 'delivered' })),
    nextDue: () => outbox.nextDueInMs(),
    ofQueue: () => outbox.ofQueue('e', 1),
    restart: () => outbox.restart('e', 'failed'),
    stats: () => outbox.stats(),
    purge: () => outbox.purge(0, 0, 1),
    take: () => leaderLocks.take('sweep', 'p', 1000),
    isEnabled: () => storage.records.find('service', {}),
    setEnabled: () => storage.records.amend(steps.serviceSwitch(true)),
    check: () => storage.check(),
  };
  const ends = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => [name, await call().then(() => false, isUnavailable)]),
  );
  expect(Object.fromEntries(ends)).toEqual(
    Object.fromEntries(Object.keys(calls).map((name) => [name, true])),
  );
  await vi.waitFor(async () => expect((await sessions()).waiting).toBe(0), soon);
  await release();
  expect(await bookings.list(LOCATION_ID)).toEqual([]);
});

test('inspecting a locked database ends as well', async () => {
  await hold('schema_migrations');
  await expect(inspect(database)).rejects.toThrow(/lock timeout/);
});

test('a statement that takes too long ends on the server', async () => {
  const storage = impatient({ statementMs: 300 });
  await sql(
    database.url,
    `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NULL; END $$;
     CREATE TRIGGER slow AFTER INSERT ON bookings EXECUTE FUNCTION slow()`,
  );
  const step = storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await expect(step).rejects.toMatchObject({ code: 'unavailable' });
  const asleep = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`;
  await vi.waitFor(async () => expect(await sql(database.url, asleep)).toEqual([]), soon);
});

/** A connection through a proxy that can swallow all bytes. */
async function silenceable(): Promise<{ readonly url: string; readonly proxy: TcpProxy }> {
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  return { url: url.href, proxy };
}

test('a server that stops answering is unavailable to all waiting calls; then it is asked again', async () => {
  const { url, proxy } = await silenceable();
  const storage = impatient({ connectMs: 300, silenceMs: 500 }, url);
  await Promise.all(Array.from({ length: CONNECTIONS }, () => storage.records.list('keys')));
  proxy.onSend = () => 'swallow';
  const calls = [
    ...Array.from({ length: 30 }, () => storage.bookings.list(LOCATION_ID)),
    storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
    storage.locations.put(LOCATION_ID, aPlan(), 0, () => undefined),
    storage.check(),
  ];
  for (const call of await Promise.allSettled<unknown>(calls))
    expect(call.status === 'rejected' && isUnavailable(call.reason)).toBe(true);
  proxy.onSend = null;
  expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1'))))).toBe(
    'booked',
  );
  await vi.waitFor(() => storage.check(), soon);
});

test('a storage can be closed while the server does not answer', async () => {
  const { url, proxy } = await silenceable();
  const storage = pgStorage({ url, limits: { silenceMs: 500 } });
  await storage.records.list('keys');
  await new Promise<void>((heard) => void storage.invalidations.subscribe(() => heard()));
  proxy.onSend = () => 'swallow';
  await storage.close();
});

test('a listener whose LISTEN is not answered tries another connection', async () => {
  const { url, proxy } = await silenceable();
  let unanswered = 0;
  proxy.onSend = (bytes) => (bytes.includes('LISTEN') && unanswered++ === 0 ? 'swallow' : null);
  const storage = pgStorage({ url: database.url, listenUrl: url, limits: { silenceMs: 500 } });
  onTestFinished(() => storage.close());
  // It reports that once it listens.
  await new Promise<void>((heard) => void storage.invalidations.subscribe(() => unanswered > 1 && heard()));
});

test('sessions keep no state: behind a PgBouncer the next transaction can belong to another program', async () => {
  const pool = openPool(database, 1, limitsOf());
  onTestFinished(() => pool.end());
  const names = 'lock_timeout statement_timeout idle_in_transaction_session_timeout'.split(' ');
  const read = `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`;
  const within = await runAlone<{ setting: string }>(pool, read, [names]);
  expect(within.map(({ setting }) => setting)).toEqual(['5000', '3000', '8000']);
  const connection = await pool.connect();
  const rows = await ask<{ setting: string }>(connection, read, [names]);
  connection.release(false);
  expect(rows.map(({ setting }) => setting)).toEqual(['0', '0', '0']);
});

test('no limit can be switched off or be longer than a day', () => {
  expect(limitsOf({ lockMs: 7 })).toMatchObject({ lockMs: 7, statementMs: 8000 });
  for (const ms of [1, DAY_MS]) expect(limitsOf({ statementMs: ms }).statementMs).toBe(ms);
  for (const ms of [0, -1, 1.5, DAY_MS + 1, Infinity, Number.NaN])
    expect(() => limitsOf({ statementMs: ms })).toThrow('statementMs');
});
