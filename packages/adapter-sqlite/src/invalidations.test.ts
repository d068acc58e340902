import type { Invalidation, Storage } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

const { aBooking, aDelivery, aKey, aLocation, anAttempt, anEndpoint, aScope, aSignUp, lease, save } =
  fixtures;

let own: Storage;
let other: Storage;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const path = aPath();
  [own, other] = [sqliteStorage({ path, migrate: true }), sqliteStorage({ path })];
  onTestFinished(async () => {
    vi.useRealTimers();
    await Promise.all([own.close(), other.close()]);
  });
});

/** The notifications of `own` from now on: invalidations, or a check for deliveries. */
function hearing() {
  const heard: string[] = [];
  const nothingToForget = (invalidation: Invalidation): boolean =>
    invalidation.kind === 'diary' && invalidation.dates.length === 0;
  const stop = own.invalidations.subscribe((invalidation) =>
    heard.push(nothingToForget(invalidation) ? 'knock' : invalidation.kind),
  );
  const next = (): string[] => {
    vi.advanceTimersByTime(100);
    return heard.splice(0);
  };
  return { stop, next };
}

test('D7 commits of other processes are noticed, those of the own process are not', async () => {
  const { stop, next } = hearing();
  await aLocation(own);
  expect([next(), next()]).toEqual([[], []]);
  await other.records.amend(steps.serviceSwitch(false));
  expect([next(), next(), next()]).toEqual([['anything'], [], []]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  await other.records.amend(steps.serviceSwitch(true));
  expect(next()).toEqual([]);

  const again = hearing();
  expect(again.next()).toEqual([]);
  await Promise.all([own.close(), other.close()]);
  expect(vi.getTimerCount()).toBe(0);
});

test('D23 a step sees the endpoints that another process has added, changed or removed', async () => {
  const scope = aScope(await aLocation(own));
  const seen = () =>
    own.bookings.amend(scope, ({ endpoints }) => ({ result: endpoints.map(({ eventTypes }) => eventTypes) }));
  expect(await seen()).toMatchObject({ result: [] });
  await other.records.amend(steps.insertion('endpoints', anEndpoint({ eventTypes: ['booking.created'] })));
  expect(await seen()).toMatchObject({ result: [['booking.created']] });
  const eventTypes = ['booking.cancelled'] as const;
  await other.records.amend(steps.replacement('endpoints', 'e', (now) => ({ ...now, eventTypes })));
  expect(await seen()).toMatchObject({ result: [eventTypes] });
  await other.records.amend(steps.removal('endpoints', 'e'));
  expect(await seen()).toMatchObject({ result: [] });
});

test('D7 all cached data of others is invalidated when they change it', async () => {
  const location = await aLocation(own);
  const { next } = hearing();
  const booking = aBooking('bk_1');
  const changes: Record<string, () => Promise<unknown>> = {
    plan: () => aLocation(other, { name: 'another' }),
    menu: () => other.locations.putMenu(location.id, { currency: 'SEK', categories: [] }),
    booking: async () =>
      other.bookings.amend(aScope((await other.locations.get(location.id))!), save({ booking })),
    reseating: async () =>
      other.bookings.amend(
        aScope((await other.locations.get(location.id))!),
        save({ reseatings: [{ bookingId: 'bk_1', tables: ['B'] }] }),
      ),
    key: () => other.records.amend(steps.insertion('keys', aKey('key_1'))),
    rotation: () => other.records.amend(steps.keyRotation('key_1', aKey('key_2'), 1e15, 0)),
    revocation: () => other.records.amend(steps.keyRevocation('key_1', 1)),
    sandbox: () => other.records.amend(steps.sandboxKey(aKey('key_3'), 3, 0, null)),
    endpoint: () => other.records.amend(steps.insertion('endpoints', anEndpoint())),
    rotated: () =>
      other.records.amend(steps.replacement('endpoints', 'e', (endpoint) => ({ ...endpoint, secrets: [] }))),
    service: () => other.records.amend(steps.serviceSwitch(false)),
  };
  const heard: Record<string, string[]> = {};
  for (const [name, change] of Object.entries(changes)) {
    await change();
    heard[name] = next();
  }
  expect(heard).toEqual(Object.fromEntries(Object.keys(changes).map((name) => [name, ['anything']])));
});

test('D26 an erasure by others with a pending event is noticed as anything; one without is not', async () => {
  const location = await aLocation(own);
  const event = (id: string, guest: unknown) =>
    aDelivery(`${id}@e`, { queue: 'e', bookingId: id, body: JSON.stringify({ data: { guest } }) });
  for (const id of ['a', 'b']) {
    const booking = aBooking(id, { status: 'completed', tables: [id] });
    const deliveries = [event(id, id === 'a' ? { name: 'Alva Lind' } : null)];
    await own.bookings.amend(aScope(location), save({ booking, deliveries }));
  }
  const { next } = hearing();
  expect(await other.guests.erase(['b'])).toBe(1);
  expect(next()).toEqual(['knock']);
  expect(await other.guests.erase(['a'])).toBe(1);
  expect(next()).toEqual(['anything']);
});

test('outbox work of others causes a check for deliveries, without invalidation', async () => {
  await own.records.amend(steps.insertion('endpoints', anEndpoint()));
  await own.records.amend(steps.insertion('keys', aKey('key_1')));
  const { next } = hearing();
  await other.outbox.add([aDelivery('d', { queue: 'e' })]);
  expect(next()).toEqual(['knock']);
  const [leased] = await lease(other);
  expect(next()).toEqual(['knock']);
  const settle = (change: { failedInARow?: number; disabledMs?: number }) =>
    other.outbox.settle(leased!, anAttempt(), (endpoint) => ({
      state: 'failed',
      endpoint: { ...endpoint!, ...change },
    }));
  await settle({ failedInARow: 1 });
  expect(next()).toEqual(['knock']);
  await other.outbox.restart('e', 'failed');
  await lease(other);
  await other.leaderLocks.take('sweep', 'p', 1000);
  await other.records.amend(steps.insertion('signUps', aSignUp('s')));
  await other.records.amend(steps.keyUses([{ keyId: 'key_1', usedMs: 1 }]));
  expect(next()).toEqual(['knock']);
});

test('an endpoint that is disabled because of failures is invalidated', async () => {
  await own.records.amend(steps.insertion('endpoints', anEndpoint()));
  await other.outbox.add([aDelivery('d', { queue: 'e' })]);
  const [leased] = await lease(other);
  const { next } = hearing();
  await other.outbox.settle(leased!, anAttempt(), (endpoint) => ({
    state: 'failed',
    endpoint: { ...endpoint!, disabledMs: 1 },
  }));
  expect(next()).toEqual(['anything']);
});

test('D7 own changes do not hide those of others, and are not counted as theirs', async () => {
  const { next } = hearing();
  await other.records.amend(steps.serviceSwitch(false));
  await own.records.amend(steps.serviceSwitch(true));
  expect(next()).toEqual(['anything']);
  await own.records.amend(steps.serviceSwitch(false));
  await other.records.amend(steps.serviceSwitch(true));
  await own.records.amend(steps.serviceSwitch(false));
  expect(next()).toEqual(['anything']);
  await own.records.amend(steps.serviceSwitch(true));
  await other.outbox.add([aDelivery('d')]);
  await own.records.amend(steps.serviceSwitch(false));
  expect(next()).toEqual(['knock']);
  await own.records.amend(steps.insertion('endpoints', anEndpoint()));
  // The first is rejected and undone; the second is counted.
  await Promise.allSettled([
    own.records.amend(steps.insertion('endpoints', anEndpoint())),
    own.records.amend(steps.insertion('keys', aKey('key_1'))),
  ]);
  await other.outbox.add([aDelivery('e')]);
  expect(next()).toEqual(['knock']);
});
