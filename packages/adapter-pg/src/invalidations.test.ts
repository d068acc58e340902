import type { Delivery, Location, Invalidation, Refusal, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { openDatabase, type OpenDatabase } from '../test-support/database.ts';
import { tcpProxy } from '../test-support/tcp-proxy.ts';
import { openDedicated } from './dedicated-connection.ts';
import { limitsOf } from './timeouts.ts';
import { pgStorage } from './storage.ts';

const {
  aBooking,
  aDelivery,
  aKey,
  aLocation,
  anEndpoint,
  aPlan,
  aScope,
  aSignUp,
  FRIDAY,
  lease,
  LOCATION_ID,
  save,
} = fixtures;

let here: OpenDatabase;
let database: FreshDatabase;
let storage: Storage;
let location: Location;

beforeEach(async () => {
  here = await openDatabase();
  ({ database, storage } = here);
  location = await aLocation(storage);
});

afterEach(() => here.end());

/** Long enough for a busy machine. */
const soon = { timeout: 120_000, interval: 20 };

/** The invalidations of a storage from the start of its subscription. */
async function heardBy(listening: Storage): Promise<Invalidation[]> {
  const heard: Invalidation[] = [];
  listening.invalidations.subscribe((invalidation) => heard.push(invalidation));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);
  heard.length = 0;
  return heard;
}

function another(listenUrl = database.url): Storage {
  const opened = pgStorage({ url: database.url, listenUrl });
  onTestFinished(() => opened.close());
  return opened;
}

const refusal: Refusal = {
  locationId: LOCATION_ID,
  channel: 'partner:acme',
  requestedMs: 1,
  startMs: 1,
  partySize: 2,
  reason: 'tables',
};
const diary: Invalidation = { kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] };
const anything: Invalidation = { kind: 'anything' };

/** The dates of invalidations, in order; several can be sent together. */
const datesIn = (invalidations: readonly Invalidation[]): string[] =>
  invalidations
    .flatMap((invalidation) => (invalidation.kind === 'diary' ? invalidation.dates : []))
    .toSorted();

/** Books on a date. */
function book(date: string): Promise<unknown> {
  const startMs = Date.parse(`${date}T18:00:00Z`);
  const booking = aBooking(`bk ${date}`, { startMs, serviceDate: date });
  const interval = { startMs, endMs: startMs + 86_400_000 };
  return storage.bookings.amend(aScope(location, { dates: [date], interval }), save({ booking }));
}

test('D7 a step is sent to the other processes, and not to its own', async () => {
  const [own, others] = [await heardBy(storage), await heardBy(another())];
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await vi.waitFor(() => expect(others).toEqual([diary]), soon);
  // A rejection is not sent; the following step is.
  await storage.bookings.amend(aScope(location), () => ({ result: 'full', refusal }));
  await book('2030-03-02');
  await vi.waitFor(() => expect(datesIn(others)).toContain('2030-03-02'), soon);
  expect(datesIn(others)).toEqual([FRIDAY, '2030-03-02']);
  expect(own).toEqual([]);
});

test('D7 every date of steps that were saved together is sent', async () => {
  const heard = await heardBy(another());
  const dates = Array.from({ length: 28 }, (_, i) => `2030-02-${String(i + 1).padStart(2, '0')}`);
  await Promise.all(dates.map(book));
  await vi.waitFor(() => expect(datesIn(heard)).toEqual(dates), soon);
});

/** A past visit with a pending event about its guest. */
const eventOf = (id: string, event: Partial<Delivery> = {}) =>
  save({
    booking: aBooking(id, { status: 'completed', tables: [id] }),
    deliveries: [
      aDelivery(`${id}@e`, {
        queue: 'e',
        bookingId: id,
        body: '{"data":{"guest":{"name":"Alva Lind"}}}',
        ...event,
      }),
    ],
  });

test('D26 erasing a guest with a pending event notifies workers that might hold it', async () => {
  const [own, others] = [await heardBy(storage), await heardBy(another())];
  for (const id of ['a', 'b']) await storage.bookings.amend(aScope(location), eventOf(id));
  await storage.bookings.amend(aScope(location), eventOf('c', { body: '{"data":{"guest":null}}' }));
  expect(await storage.guests.erase(['a', 'b', 'c'])).toBe(3);
  const named = () => others.flatMap((one) => (one.kind === 'guests' ? one.bookingIds : []));
  await vi.waitFor(() => expect(named().toSorted()).toEqual(['a', 'b']), soon);
  expect(own).toEqual([]);
  expect(others).not.toContainEqual(anything);
});

test('D7 D19 a new plan is sent with its location, a revoked or shortened key as a key, the service switch as anything', async () => {
  const heard = await heardBy(another());
  await storage.records.amend(steps.insertion('keys', aKey('key_1')));
  await storage.records.amend(steps.insertion('keys', aKey('key_2')));
  const changes = [
    [
      () => storage.locations.put(LOCATION_ID, aPlan({ name: 'other' }), 0, () => undefined),
      { kind: 'location', locationId: LOCATION_ID },
    ],
    [() => storage.records.amend(steps.keyRevocation('key_1', 1)), { kind: 'keys' }],
    [() => storage.records.amend(steps.keyRotation('key_2', aKey('key_3'), 1000, 1)), { kind: 'keys' }],
    [() => storage.records.amend(steps.serviceSwitch(true)), anything],
    [() => storage.locations.remove(LOCATION_ID, 0, () => undefined), anything],
  ] as const;
  for (const [change, payload] of changes) {
    heard.length = 0;
    await change();
    await vi.waitFor(() => expect(heard).toContainEqual(payload), soon);
    if (payload !== anything) expect(heard).not.toContainEqual(anything);
  }
});

test('a new, changed or disabled endpoint is sent; its failures are not', async () => {
  const heard = await heardBy(another());
  const invalidated = () =>
    vi.waitFor(() => expect(heard.splice(0)).toContainEqual({ kind: 'endpoints' }), soon);
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  await invalidated();
  await storage.records.amend(
    steps.replacement('endpoints', 'e', (endpoint) => ({ ...endpoint, url: 'https://other.example' })),
  );
  await invalidated();
  await storage.outbox.add(['d1', 'd2'].map((id) => aDelivery(id, { queue: 'e' })));
  const [first, second] = await lease(storage);
  const waits = { ...diary, dates: [] };
  await vi.waitFor(() => expect(heard).toContainEqual(waits), soon);
  heard.length = 0;
  const failed = (disabledMs: number | null) =>
    ({
      state: 'failed',
      endpoint: anEndpoint({ url: 'https://other.example', failedInARow: 1, disabledMs }),
    }) as const;
  await storage.outbox.settle(first!, null, () => failed(null));
  await storage.outbox.add([aDelivery('after it')]);
  await vi.waitFor(() => expect(heard).toContainEqual(waits), soon);
  expect(heard).not.toContainEqual(anything);
  await storage.outbox.settle(second!, null, () => failed(1));
  await invalidated();
});

test('new deliveries are sent as a diary without dates: caches stay, and workers check for deliveries', async () => {
  const heard = await heardBy(another());
  const waits = { ...diary, dates: [] };
  const invalidated = () => vi.waitFor(() => expect(heard.splice(0)).toEqual([waits]), soon);
  await storage.outbox.add([aDelivery('d1')]);
  await invalidated();
  await storage.records.amend(steps.insertion('signUps', aSignUp('s1'), [aDelivery('d2')]));
  await invalidated();
  const [first] = await lease(storage, { limit: 1 });
  await storage.outbox.settle(first!, null, () => ({ state: 'failed', deliveries: [aDelivery('d3')] }));
  await invalidated();
  await storage.outbox.restart('mail', 'failed');
  await invalidated();
});

test('invalid notifications of other programs on the channel count as anything, without harm', async () => {
  const heard = await heardBy(another());
  for (const payload of ['', 'hello', 'null', '7', '{"kind":"diary"}', '{"from":"x","kind":"other"}']) {
    heard.length = 0;
    await sql(database.url, `SELECT pg_notify('bord changes', $1)`, [payload]);
    await vi.waitFor(() => expect(heard).toContainEqual(anything), soon);
  }
});

test('a terminated listener listens again, and assumes that anything has changed', async () => {
  const heard = await heardBy(another());
  await sql(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'bord notices' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);
  heard.length = 0;
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await vi.waitFor(() => expect(heard).toContainEqual(diary), soon);
});

test.each(['refuse', 'swallow'] as const)(
  'a listener that cannot listen (%s) reports every two seconds that anything might have changed',
  async (how) => {
    const url = new URL(database.url);
    const proxy = await tcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    proxy.set(how);
    url.port = String(proxy.port);
    const deaf = another(url.href);
    const heard: Invalidation[] = [];
    deaf.invalidations.subscribe((invalidation) => heard.push(invalidation));
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(2), soon);
    expect(heard.every(({ kind }) => kind === 'anything')).toBe(true);
    proxy.set('open');
    await vi.waitFor(async () => {
      heard.length = 0;
      await storage.bookings.amend(
        aScope(location),
        save({ booking: aBooking(`bk_${Date.now()}`, { status: 'cancelled' }) }),
      );
      await vi.waitFor(() => expect(heard).toContainEqual(diary), { timeout: 500 });
    }, soon);
  },
);

test('a storage can be closed while its listener is connecting', async () => {
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  const connecting = new Promise<void>((begun) => {
    proxy.onSend = () => {
      begun();
      return 'swallow';
    };
  });
  const opened = pgStorage({ url: database.url, listenUrl: url.href });
  opened.invalidations.subscribe(() => undefined);
  await connecting;
  await opened.close();
});

test('a listener that is stopped before its connection opens does not open it', async () => {
  const opening = openDedicated(
    { url: database.url, schema: 'bord' },
    {
      name: 'late',
      limits: limitsOf(),
      text: 'SELECT 1',
      hear: () => undefined,
      signal: AbortSignal.abort(),
    },
  );
  await expect(opening).rejects.toThrow('given up');
});

test('a listener that receives no notifications reports that anything might have changed', async () => {
  // As behind a PgBouncer in transaction mode: LISTEN succeeds, and notifications go to another session.
  const elsewhere = await freshDatabase();
  onTestFinished(() => elsewhere.drop());
  const url = new URL(elsewhere.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  let connections = 0;
  proxy.onSend = (bytes) => {
    if (bytes.includes('LISTEN')) connections += 1;
    return null;
  };
  url.port = String(proxy.port);
  const deaf = another(url.href);
  const heard = await heardBy(deaf);
  const before = connections;
  // Each new connection reports it as well, so there must be more reports than connections.
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(connections - before), soon);
});
