/** The outcome of a booking when the connection to the database breaks. */
import { setTimeout as pause } from 'node:timers/promises';
import { BookingError, type Location, type Refusal, type Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inFull } from '../../../test/support/long.ts';
import { clientOf, type FreshDatabase, sql } from '../../../test/support/postgres.ts';
import { COMMIT, cuttable, type Cuttable } from '../test-support/cuttable.ts';
import type { TcpProxy } from '../test-support/tcp-proxy.ts';

const { aBooking, aDelivery, aKey, aScope, aSignUp, bookIfFree, lease, LOCATION_ID, save, resultOf } =
  fixtures;

const COMMITS = inFull(100, 8);

let way: Cuttable;
let database: FreshDatabase;
let proxy: TcpProxy;
let storage: Storage;
let witness: Storage;
let location: Location;

beforeEach(async () => {
  way = await cuttable();
  ({ database, proxy, storage, witness, location } = way);
});

afterEach(() => way.end());

test.each(['cut after', 'cut'] as const)(
  'a COMMIT that is %s: the booking and its event are saved once each time, and reported as saved',
  async (verdict) => {
    for (let i = 0; i < COMMITS; i++) {
      way.cut(verdict);
      // The rule does not check the table, so deciding it twice would book twice.
      const rule = save({
        booking: aBooking(`bk_${i}`, { tables: [`T${i}`] }),
        deliveries: [aDelivery(`d_${i}`)],
        result: i,
      });
      expect(await resultOf(storage.bookings.amend(aScope(location), rule))).toBe(i);
    }
    expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(COMMITS);
    expect(await lease(witness)).toHaveLength(COMMITS);
  },
);

test('§7 a disk failure while a step is saved is `unavailable`, and the step is not saved', async () => {
  await sql(
    database.url,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'could not extend file: Input/output error' USING ERRCODE = 'io_error'; END $$;
     CREATE TRIGGER failing BEFORE INSERT ON bookings EXECUTE FUNCTION fail()`,
  );
  const booked = (): Promise<unknown> =>
    storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await expect(booked()).rejects.toMatchObject({ name: 'BookingError', code: 'unavailable' });
  await sql(database.url, 'DROP TRIGGER failing ON bookings');
  expect(await witness.bookings.list(LOCATION_ID)).toEqual([]);
  await booked();
  expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(1);
});

test('a COMMIT whose answer is lost does not conflict with its own booking: the last table is booked, not full', async () => {
  for (let i = 0; i < 10; i++) {
    way.cut('cut after', 1, `bk_${i}`); // the statement that saves it, with its COMMIT
    const booking = aBooking(`bk_${i}`, { tables: [`T${i}`], idempotencyKey: `k_${i}` });
    const scope = aScope(location, { named: { idempotencyKey: `k_${i}` } });
    expect(await resultOf(storage.bookings.amend(scope, bookIfFree(booking)))).toBe('booked');
  }
  // The check was committed too: with synchronous standbys an answer must not reveal data that they lack.
  const [row] = await sql<{ barred: number }>(database.url, 'SELECT barred::integer FROM locations');
  expect(row!.barred).toBe(10);
});

test('a COMMIT of a group of steps whose answer is lost: each caller gets its outcome', async () => {
  for (let round = 0; round < 5; round++) {
    way.cut('cut after');
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const booking = aBooking(`bk_${round}_${i}`, { tables: [`T${round}_${i % 10}`] });
        return resultOf(storage.bookings.amend(aScope(location), bookIfFree(booking)));
      }),
    );
    expect(results.filter((result) => result === 'booked')).toHaveLength(10);
  }
  expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(50);
});

test.each(['cut after', 'cut'] as const)(
  'a rejection whose COMMIT is %s is reported and saved',
  async (verdict) => {
    const { startMs } = aBooking('bk_1');
    const refusal: Refusal = {
      locationId: LOCATION_ID,
      channel: 'partner:acme',
      requestedMs: 1,
      startMs,
      partySize: 2,
      reason: 'tables',
    };
    way.cut(verdict);
    expect(await resultOf(storage.bookings.amend(aScope(location), save({ refusal, result: 'full' })))).toBe(
      'full',
    );
    const stored = await witness.bookings.refusals(LOCATION_ID, { startMs, endMs: startMs + 1 });
    expect(stored).toEqual(Array.from({ length: verdict === 'cut' ? 1 : 2 }, () => refusal));
  },
);

test('a cancellation whose COMMIT was cut is saved once and reported as done', async () => {
  const booking = aBooking('bk_1');
  await witness.bookings.amend(aScope(location), save({ booking }));
  const scope = aScope(location, { named: { bookingId: 'bk_1' } });
  const decided: (string | undefined)[] = [];
  for (const verdict of ['cut', 'cut after'] as const) {
    way.cut(verdict);
    const { result } = await storage.bookings.amend(scope, (snapshot) => {
      decided.push(snapshot.named?.status);
      if (snapshot.named?.status === 'cancelled') return { result: 'unchanged' };
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
  expect(await lease(witness)).toHaveLength(1);
});

test('a COMMIT whose answer is lost while the database is unreachable: unavailable, and the booking exists or not', async () => {
  proxy.onSend = (bytes) => {
    if (!bytes.includes(COMMIT)) return null;
    queueMicrotask(() => proxy.set('refuse'));
    return 'cut after';
  };
  const step = storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await expect(step).rejects.toMatchObject({ code: 'unavailable' });
  proxy.onSend = null;
  proxy.set('open');
  expect((await witness.bookings.list(LOCATION_ID)).length).toBeLessThanOrEqual(1);
});

test.each(['cut after', 'cut'] as const)(
  '§5.8 a sandbox key whose COMMIT is %s is created once and reported; its sign-up is used',
  async (verdict) => {
    for (let i = 0; i < 10; i++) {
      await witness.records.amend(steps.insertion('signUps', aSignUp(`s${i}`)));
      way.cut(verdict);
      const key = aKey(`k${i}`, { sandboxEmail: `${i}@example.com` });
      expect(await storage.records.amend(steps.sandboxKey(key, 1, 0, `s${i}`))).toBe('made');
      expect(await witness.records.find('signUps', { id: `s${i}` })).toMatchObject({ keyId: key.id });
    }
    expect(await witness.records.list('keys')).toHaveLength(10);
  },
);

test('D19 a rotation whose answer is lost is made once, and reported with the old key’s end', async () => {
  await witness.records.amend(steps.insertion('keys', aKey('old')));
  way.cut('cut after', 1, 'last_used_at');
  // Repeated, it would find the old key expired by its first attempt.
  const old = await storage.records.amend(steps.keyRotation('old', aKey('new'), 1000, 1000));
  expect(old).toEqual(aKey('old', { expiresMs: 1000 }));
  expect((await witness.records.list('keys')).map(({ id }) => id).toSorted()).toEqual(['new', 'old']);
});

test('a session that the server ends during a step is replaced, and the step completes', async () => {
  for (let round = 0; round < 5; round++) {
    const step = blocked(async () => {
      const booking = aBooking(`bk_${round}`, { tables: [`T${round}`] });
      return resultOf(storage.bookings.amend(aScope(location), bookIfFree(booking)));
    });
    expect(await step).toBe('booked');
  }
  expect(await witness.bookings.list(LOCATION_ID)).toHaveLength(5);
});

/** Runs a step while another session holds its location's lock; ends the session that waits for it, and then releases the lock. */
async function blocked<R>(step: () => Promise<R>): Promise<R> {
  const holder = clientOf(database.url);
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

test('idle connections that the server ends are replaced transparently', async () => {
  await Promise.all(Array.from({ length: 8 }, () => storage.bookings.list(LOCATION_ID)));
  await sql(
    database.url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const lists = await Promise.all(Array.from({ length: 20 }, () => storage.bookings.list(LOCATION_ID)));
  expect(lists).toHaveLength(20);
});

test('a lock that is never released results in unavailable, and the step is not saved', async () => {
  const holder = clientOf(database.url);
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
  'an unavailable database (%s): every call is unavailable, limits apply per process, and it recovers automatically',
  async (how) => {
    await storage.bookings.list(LOCATION_ID);
    proxy.set('refuse'); // ends the open connections
    await pause(20);
    proxy.set(how);
    const calls = [
      storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') })),
      storage.bookings.find('bk_1', null),
      storage.bookings.list(LOCATION_ID),
      storage.bookings.diary(LOCATION_ID, { startMs: 0, endMs: 1 }),
      storage.locations.get(LOCATION_ID),
      storage.locations.put(LOCATION_ID, location, 0, () => undefined),
      storage.records.find('keys', { hash: 'x' }),
      storage.guests.erase(['bk_1']),
      storage.records.amend(steps.sandboxKey(aKey('k'), 3, 0, null)),
      storage.records.amend(steps.insertion('signUps', aSignUp('s'))),
      storage.records.amend(steps.replacement('endpoints', 'e', (endpoint) => endpoint)),
      storage.outbox.add([aDelivery('d')]),
      lease(storage),
      storage.outbox.settle({ id: 'd', queue: 'e', lease: 1 }, null, () => ({ state: 'delivered' })),
      storage.records.amend(steps.serviceSwitch(false)),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(BookingError);
      expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
    }
    await expect(storage.check()).rejects.toThrow();
    const allStats = await Promise.all(Array.from({ length: 5 }, () => storage.rates.take('key', 3, 60_000)));
    expect(allStats.map(({ allowed }) => allowed)).toEqual([true, true, true, false, false]);

    proxy.set('open');
    expect(await resultOf(storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1'))))).toBe(
      'booked',
    );
    await vi.waitFor(() => storage.check(), 10_000);
  },
);
