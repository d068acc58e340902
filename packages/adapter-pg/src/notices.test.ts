import type { Location, Notice, Refusal, Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { tcpProxy } from '../test-support/tcp-proxy.ts';
import { migrate } from './migrate.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aLocation, aPlan, aScope, FRIDAY, LOCATION_ID, save } = fixtures;

let database: FreshDatabase;
let storage: Storage;
let location: Location;

beforeEach(async () => {
  database = await freshDatabase();
  await migrate(database);
  storage = pgStorage(database);
  location = await aLocation(storage);
});

afterEach(async () => {
  await storage.close();
  await database.drop();
});

/** What a storage tells, from the moment on at which it listens. */
async function heardBy(listening: Storage): Promise<Notice[]> {
  const heard: Notice[] = [];
  listening.notices.subscribe((notice) => heard.push(notice));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }));
  heard.length = 0;
  return heard;
}

function another(listenUrl = database.url): Storage {
  const opened = pgStorage({ url: database.url, listenUrl });
  onTestFinished(() => opened.close());
  return opened;
}

const soon = { timeout: 10_000, interval: 20 };
const refusal: Refusal = {
  locationId: LOCATION_ID,
  channel: 'partner:acme',
  askedMs: 1,
  startMs: 1,
  partySize: 2,
  reason: 'tables',
};
const diary: Notice = { kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] };

test('D7 a step is told to the other processes, and to one’s own not', async () => {
  const [own, others] = [await heardBy(storage), await heardBy(another())];
  await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  await vi.waitFor(() => expect(others).toEqual([diary]), soon);
  await storage.bookings.amend(aScope(location), () => ({ result: 'full', refusal }));
  await storage.service.set(false);
  await vi.waitFor(() => expect(others).toEqual([diary, { kind: 'anything' }]), soon);
  expect(own).toEqual([]);
});

test('a new plan, a revoked key and the service switch are told as anything', async () => {
  const heard = await heardBy(another());
  const changes = [
    () => storage.locations.put(LOCATION_ID, aPlan({ name: 'other' }), 0, () => undefined),
    () => storage.service.set(true),
  ];
  for (const change of changes) {
    heard.length = 0;
    await change();
    await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), soon);
  }
});

test('a listener that is ended listens anew, and takes it that anything has changed meanwhile', async () => {
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
  'a listener that cannot listen (%s) says every two seconds that anything may have changed',
  async (how) => {
    const url = new URL(database.url);
    const proxy = await tcpProxy(Number(url.port));
    onTestFinished(() => proxy.close());
    proxy.set(how);
    url.port = String(proxy.port);
    const deaf = another(url.href);
    const heard: Notice[] = [];
    deaf.notices.subscribe((notice) => heard.push(notice));
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

test('a listener that seems to listen and hears nothing says that anything may have changed', async () => {
  // As behind a PgBouncer in transaction mode: LISTEN is answered, and what is notified goes to another session.
  const elsewhere = await freshDatabase();
  onTestFinished(() => elsewhere.drop());
  const deaf = another(elsewhere.url);
  const heard = await heardBy(deaf);
  await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(2), soon);
});
