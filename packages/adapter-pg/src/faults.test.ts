/** What becomes of a booking when the way to the database breaks. */
import { setTimeout as pause } from 'node:timers/promises';
import { BookingError, type Location, type Refusal, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { type TcpProxy, tcpProxy } from '../test-support/tcp-proxy.ts';
import { migrate } from './migrate.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aDelivery, aLocation, aScope, bookIfFree, LOCATION_ID, save } = fixtures;

let database: FreshDatabase;
let proxy: TcpProxy;
/** Through the proxy. */
let storage: Storage;
/** Around it. */
let witness: Storage;
let location: Location;

beforeEach(async () => {
  database = await freshDatabase();
  await migrate(database);
  const url = new URL(database.url);
  proxy = await tcpProxy(Number(url.port));
  url.port = String(proxy.port);
  storage = pgStorage({ url: url.href });
  witness = pgStorage({ url: database.url });
  location = await aLocation(witness);
});

afterEach(async () => {
  proxy.onSend = null;
  proxy.set('open');
  await Promise.all([storage.close(), witness.close()]);
  await proxy.close();
  await database.drop();
});

const isCommit = (bytes: Buffer): boolean => bytes.includes('COMMIT\0');

/** Cuts the next COMMIT, so many times. */
function cutCommits(verdict: 'cut' | 'cut after', times = 1): void {
  let left = times;
  proxy.onSend = (bytes) => (isCommit(bytes) && left-- > 0 ? verdict : null);
}

test.each(['cut after', 'cut'] as const)(
  'a COMMIT that is %s: 100 times booked once, with its event, and told so',
  async (verdict) => {
    for (let i = 0; i < 100; i++) {
      cutCommits(verdict);
      // It does not look whether a table is free: to be decided twice would be to be booked twice.
      const rule = save({
        booking: aBooking(`bk_${i}`, { tables: [`T${i}`] }),
        deliveries: [aDelivery(`d_${i}`)],
        result: i,
      });
      expect(await storage.bookings.amend(aScope(location), rule)).toBe(i);
    }
    expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(100);
    expect(await witness.outbox.lease(1000, 1000)).toHaveLength(100);
  },
);

test('a COMMIT whose answer is lost is no refusal of one’s own booking: the last table is booked, not full', async () => {
  for (let i = 0; i < 10; i++) {
    cutCommits('cut after');
    const booking = aBooking(`bk_${i}`, { tables: [`T${i}`], idempotencyKey: `k_${i}` });
    const scope = aScope(location, { named: { idempotencyKey: `k_${i}` } });
    expect(await storage.bookings.amend(scope, bookIfFree(booking))).toBe('booked');
  }
});

test('a COMMIT whose answer is lost, of a group of steps: each is told what it came to', async () => {
  for (let round = 0; round < 5; round++) {
    cutCommits('cut after');
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const booking = aBooking(`bk_${round}_${i}`, { tables: [`T${round}_${i % 10}`] });
        return storage.bookings.amend(aScope(location), bookIfFree(booking));
      }),
    );
    expect(results.filter((result) => result === 'booked')).toHaveLength(10);
  }
  expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(50);
});

test.each(['cut after', 'cut'] as const)(
  'a refusal whose COMMIT is %s is told, and kept',
  async (verdict) => {
    const { startMs } = aBooking('bk_1');
    const refusal: Refusal = {
      locationId: LOCATION_ID,
      channel: 'partner:acme',
      askedMs: 1,
      startMs,
      partySize: 2,
      reason: 'tables',
    };
    cutCommits(verdict);
    expect(await storage.bookings.amend(aScope(location), save({ refusal, result: 'full' }))).toBe('full');
    const kept = await witness.bookings.refusals(LOCATION_ID, { startMs, endMs: startMs + 1 });
    expect(kept).toEqual(Array.from({ length: verdict === 'cut' ? 1 : 2 }, () => refusal));
  },
);

test('a cancellation whose COMMIT was cut is saved once, and told as done', async () => {
  const booking = aBooking('bk_1');
  await witness.bookings.amend(aScope(location), save({ booking }));
  const scope = aScope(location, { named: { bookingId: 'bk_1' } });
  const decided: (string | undefined)[] = [];
  for (const verdict of ['cut', 'cut after'] as const) {
    cutCommits(verdict);
    const result = await storage.bookings.amend(scope, (page) => {
      decided.push(page.named?.status);
      if (page.named?.status === 'cancelled') return { result: 'unchanged' };
      const cancelled = {
        ...booking,
        status: 'cancelled',
        lastEventSeconds: { 'booking.cancelled': 7 },
      } as const;
      return { result: 'changed', booking: cancelled, deliveries: [aDelivery('d')] };
    });
    expect(result).toBe(verdict === 'cut' ? 'changed' : 'unchanged');
  }
  expect(decided).toEqual(['confirmed', 'confirmed', 'cancelled']);
  expect(await witness.outbox.lease(10, 1000)).toHaveLength(1);
});

test('a COMMIT whose answer is lost, and nobody to ask: unavailable, and the booking is there or it is not', async () => {
  proxy.onSend = (bytes) => {
    if (!isCommit(bytes)) return null;
    queueMicrotask(() => proxy.set('refuse'));
    return 'cut after';
  };
  const step = storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await expect(step).rejects.toMatchObject({ code: 'unavailable' });
  proxy.onSend = null;
  proxy.set('open');
  expect((await witness.bookings.list(LOCATION_ID)).length).toBeLessThanOrEqual(1);
});

test('a session that the server ends in the middle of a step is replaced, and the step taken', async () => {
  for (let round = 0; round < 5; round++) {
    const step = blocked(async () => {
      const booking = aBooking(`bk_${round}`, { tables: [`T${round}`] });
      return storage.bookings.amend(aScope(location), bookIfFree(booking));
    });
    expect(await step).toBe('booked');
  }
  expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(5);
});

/** Takes a step while somebody holds its location's lock; ends the session that waits for it, and then lets the lock go. */
async function blocked<R>(step: () => Promise<R>): Promise<R> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query(`BEGIN`);
  await holder.query(`SELECT pg_advisory_xact_lock(location_lock('${LOCATION_ID}'))`);
  const taken = step();
  taken.catch(() => undefined);
  const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`;
  while ((await sql(database.url, ended)).length === 0) await pause(5);
  await holder.query('COMMIT');
  await holder.end();
  return taken;
}

test('idle connections that the server ends are replaced unnoticed', async () => {
  await Promise.all(Array.from({ length: 8 }, () => storage.bookings.list(LOCATION_ID)));
  await sql(
    database.url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const lists = await Promise.all(Array.from({ length: 20 }, () => storage.bookings.list(LOCATION_ID)));
  expect(lists).toHaveLength(20);
});

test('a lock that is never let go is unavailable in the end, and nothing is saved', async () => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT pg_advisory_xact_lock(location_lock('${LOCATION_ID}'))`);
  await expect(
    storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
  ).rejects.toMatchObject({ code: 'unavailable' });
  await holder.query('COMMIT');
  await holder.end();
  expect(await witness.bookings.list(LOCATION_ID)).toEqual([]);
});

test.each(['refuse', 'swallow'] as const)(
  'a database that is away (%s): every call is unavailable, limits hold by process, and it recovers by itself',
  async (how) => {
    await storage.bookings.list(LOCATION_ID);
    proxy.set('refuse'); // ends the connections that there are
    await pause(20);
    proxy.set(how);
    const calls = [
      storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
      storage.bookings.find('bk_1', null),
      storage.bookings.list(LOCATION_ID),
      storage.bookings.diary(LOCATION_ID, { startMs: 0, endMs: 1 }),
      storage.locations.get(LOCATION_ID),
      storage.locations.put(LOCATION_ID, location, 0, () => undefined),
      storage.keys.findByHash('x'),
      storage.outbox.lease(1, 1000),
      storage.outbox.settle('d', 1, { kind: 'delivered' }),
      storage.service.set(false),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(BookingError);
      expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
    }
    await expect(storage.check()).rejects.toThrow();
    const stands = await Promise.all(Array.from({ length: 5 }, () => storage.rates.take('key', 3, 60_000)));
    expect(stands.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);

    proxy.set('open');
    expect(await storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1')))).toBe('booked');
    await storage.check();
  },
);
