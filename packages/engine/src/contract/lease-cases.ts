import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { type Delivery, MAIL_QUEUE, type Settlement } from '../core/outbox/delivery.ts';
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts';
import type { LeasedDelivery } from '../ports/outbox.ts';
import { type ContractCase, spread, test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  anEndpoint,
  aScope,
  disabling,
  FRIDAY_MS,
  lease,
  save,
} from './fixtures.ts';

const idsOf = (deliveries: readonly { readonly id: string }[]): string[] =>
  deliveries.map(({ id }) => id).toSorted();

/** `e0`, `e1`… in the queue `e`. */
const inQueue = (queue: string, count: number): Delivery[] =>
  Array.from({ length: count }, (_, i) => aDelivery(`${queue}${i}`, { queue }));

function countByQueue(deliveries: readonly LeasedDelivery[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { queue } of deliveries) counts[queue] = (counts[queue] ?? 0) + 1;
  return counts;
}

export const leaseCases: readonly ContractCase[] = [
  test('outbox: leases each due delivery to one worker, unchanged, during concurrent requests', async (harness) => {
    const { storage } = harness;
    const location = await aLocation(storage);
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const deliveries = Array.from({ length: 40 }, (_, i) =>
      aDelivery(`d${i}`, { queue: 'e', bookingId: 'bk_1', body: `{"å":${i}, "b" : 1}`, eventId: `e:${i}` }),
    );
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1'), deliveries }));
    const store = spread(harness);
    const leases = Array.from({ length: 8 }, (_, i) => lease(store(i), { limit: 10 }));
    const leased = (await Promise.all(leases)).flat();
    assert.deepEqual(idsOf(leased), idsOf(deliveries));
    const { dueMs: _, ...first } = leased.find(({ id }) => id === 'd0')!;
    const { dueMs: __, ...expected } = deliveries[0]!;
    assert.deepEqual(first, { ...expected, lease: 1, failures: 0 });
    assert.deepEqual(await lease(storage), []);
  }),
  test('outbox: a lease that ends unsettled does not count as a failure; the delivery is due again, and the late worker cannot settle', async (harness) => {
    const { storage, pass } = harness;
    await storage.outbox.add(inQueue(MAIL_QUEUE, 3));
    const first = await lease(storage, { leaseMs: 30_000 });
    assert.equal(first.length, 3);
    const of = (leased: readonly LeasedDelivery[], i: number): LeasedDelivery =>
      leased.find(({ id }) => id === `${MAIL_QUEUE}${i}`)!;
    const delivered = () => ({ state: 'delivered' }) as const;
    assert.equal(await storage.outbox.settle(of(first, 0), null, delivered), true);
    await pass(30_100);
    const again = await lease(storage, { limit: 1 });
    assert.deepEqual(
      again.map((one) => [one.lease, one.failures]),
      [[2, 0]],
    );
    const taken = first.find(({ id }) => id === again[0]!.id)!;
    const overdue = first.find(({ id }) => id !== taken.id && id !== of(first, 0).id)!;
    assert.equal(await storage.outbox.settle(taken, null, delivered), false, 'leased to another since');
    assert.equal(await storage.outbox.settle(overdue, null, delivered), true, 'no other worker has it');
    assert.equal(await storage.outbox.settle(again[0]!, null, delivered), true);
    assert.deepEqual(await lease(storage), []);
    assert.equal((await storage.outbox.stats()).waiting, 0);
  }),
  test('outbox: at most so many of one queue, those in hand included; a backlog hides no other queue', async (harness) => {
    const { storage } = harness;
    for (const id of ['e', 'f', 'g']) await storage.records.amend(insertion('endpoints', anEndpoint({ id })));
    await storage.outbox.add(inQueue('e', 200));
    await storage.outbox.add([...inQueue('f', 2), ...inQueue('g', 9)]);
    const first = await lease(storage, { limit: 12, perQueue: 4 });
    assert.deepEqual(countByQueue(first), { e: 4, f: 2, g: 4 });
    const inFlightByQueue = new Map([
      ['e', 4],
      ['g', 2],
    ]);
    assert.deepEqual(countByQueue(await lease(storage, { limit: 3, perQueue: 4, inFlightByQueue })), {
      g: 2,
    });
    const full = { perQueue: 4, inFlightByQueue: new Map([['e', 9]]) };
    assert.deepEqual(countByQueue(await lease(storage, full)), { g: 3 });
    assert.deepEqual(countByQueue(await lease(storage, { limit: 3, perQueue: 10 })), { e: 3 });
    assert.deepEqual(await lease(storage, { limit: 0 }), []);
  }),
  test('outbox: a fast queue gets a higher limit than others; leased deliveries count', async (harness) => {
    const { storage } = harness;
    for (const id of ['e', 'f']) await storage.records.amend(insertion('endpoints', anEndpoint({ id })));
    await storage.outbox.add([...inQueue('e', 30), ...inQueue('f', 30)]);
    const extraByQueue = new Map([
      ['e', 5],
      ['none', 7],
    ]);
    const first = await lease(storage, { perQueue: 4, extraByQueue });
    assert.deepEqual(countByQueue(first), { e: 9, f: 4 });
    const inFlightByQueue = new Map([
      ['e', 6],
      ['f', 3],
    ]);
    const second = await lease(storage, { perQueue: 4, extraByQueue, inFlightByQueue });
    assert.deepEqual(countByQueue(second), { e: 3, f: 1 });
  }),
  test('outbox: what is given back keeps the place it had', async ({ storage, pass }) => {
    await storage.outbox.add([aDelivery('first')]);
    await pass(20);
    await storage.outbox.add([aDelivery('second')]);
    const [first] = await lease(storage, { limit: 1 });
    assert.equal(first!.id, 'first');
    await pass(20);
    const back = (): Settlement => ({ state: 'waiting', retryAfterMs: -MINUTE_MS });
    assert.equal(await storage.outbox.settle(first!, null, back), true);
    const [again] = await lease(storage, { limit: 1 });
    assert.deepEqual([again!.id, again!.failures], ['first', 0]);
  }),
  test('outbox: the oldest of a queue is leased first', async ({ storage, pass }) => {
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const [older, newer] = inQueue('e', 2) as [Delivery, Delivery];
    await storage.outbox.add([newer]);
    const { createdMs } = (await storage.outbox.find('e', newer.eventId))!;
    await storage.outbox.add([{ ...older, dueMs: createdMs - MINUTE_MS }]);
    await pass(5);
    await storage.outbox.add([aDelivery('newest', { queue: 'e' })]);
    const order: string[] = [];
    for (let i = 0; i < 3; i++) order.push(...idsOf(await lease(storage, { limit: 1 })));
    assert.deepEqual(order, [older.id, newer.id, 'newest']);
  }),
  test('outbox: the queue of a disabled endpoint is closed until it is enabled again; mails always go', async (harness) => {
    const { storage } = harness;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    await storage.records.amend(insertion('endpoints', anEndpoint({ id: 'f', disabledMs: FRIDAY_MS })));
    await storage.outbox.add([...inQueue('e', 2), ...inQueue('f', 2)]);
    assert.deepEqual(countByQueue(await lease(storage, { limit: 1 })), { e: 1 });
    await storage.records.amend(disabling('e'));
    assert.deepEqual(await lease(storage), []);
    assert.equal(await storage.outbox.nextDueInMs(), null);
    await storage.outbox.add(inQueue(MAIL_QUEUE, 1));
    assert.equal(await storage.outbox.nextDueInMs(), 0);
    assert.deepEqual(countByQueue(await lease(storage)), { [MAIL_QUEUE]: 1 });
    for (const id of ['e', 'f']) await storage.records.amend(disabling(id, null));
    assert.equal(await storage.outbox.nextDueInMs(), 0);
    assert.deepEqual(countByQueue(await lease(storage)), { e: 1, f: 2 });
  }),
  test('outbox: deliveries are not sent before they are due, and the time until the next is known', async (harness) => {
    const { storage, pass } = harness;
    const { outbox } = storage;
    assert.equal(await outbox.nextDueInMs(), null);
    await outbox.add([aDelivery('now')]);
    assert.equal(await outbox.nextDueInMs(), 0);
    const nowMs = (await outbox.find(MAIL_QUEUE, 'event of now'))!.createdMs;
    await outbox.add([
      aDelivery('soon', { dueMs: nowMs + 30_000 }),
      aDelivery('later', { dueMs: nowMs + HOUR_MS }),
    ]);
    const [now] = await lease(storage);
    assert.equal(now!.id, 'now');
    assert.deepEqual(await lease(storage), []);
    await outbox.settle(now!, null, () => ({ state: 'delivered' }));
    const soon = await outbox.nextDueInMs();
    assert.ok(soon !== null && soon <= 30_000, `${soon}`);
    await pass(30_100);
    assert.equal(await outbox.nextDueInMs(), 0);
    const [second, ...others] = await lease(storage, { leaseMs: 10 * MINUTE_MS });
    assert.equal(second!.id, 'soon');
    assert.deepEqual(others, []);
    const ends = await outbox.nextDueInMs();
    assert.ok(ends !== null && ends > 5 * MINUTE_MS && ends <= 10 * MINUTE_MS, 'the end of the lease');
    await outbox.settle(second!, null, () => ({ state: 'delivered' }));
    const last = await outbox.nextDueInMs();
    assert.ok(last !== null && last > 50 * MINUTE_MS && last <= HOUR_MS - 30_000, `${last}`);
  }),
  test('outbox: due deliveries of one queue, closed or open, are leased to one caller at a time, first due first, and settled like others', async (harness) => {
    const { storage, pass } = harness;
    const store = spread(harness);
    await storage.records.amend(insertion('endpoints', anEndpoint({ disabledMs: FRIDAY_MS })));
    await storage.records.amend(insertion('endpoints', anEndpoint({ id: 'f' })));
    await storage.outbox.add([aDelivery('late', { queue: 'e', dueMs: (await storage.nowMs()) + HOUR_MS })]);
    for (const delivery of inQueue('e', 3)) {
      await storage.outbox.add([delivery]);
      await pass(10);
    }
    await storage.outbox.add(inQueue('f', 2));
    assert.deepEqual(countByQueue(await lease(storage)), { f: 2 }, 'the other queue is closed to workers');
    const first = await storage.outbox.leaseFrom('e', 2, 30_000);
    assert.deepEqual(
      first.map(({ id, lease: number, failures }) => [id, number, failures]),
      [
        ['e0', 1, 0],
        ['e1', 1, 0],
      ],
    );
    const rest = await Promise.all([0, 1, 2].map((i) => store(i).outbox.leaseFrom('e', 9, 30_000)));
    assert.deepEqual(idsOf(rest.flat()), ['e2'], 'leased deliveries are skipped');
    const delivered = () => ({ state: 'delivered' }) as const;
    assert.equal(await storage.outbox.settle(first[0]!, null, delivered), true);
    assert.equal(
      await storage.outbox.settle(first[1]!, null, () => ({ state: 'waiting', retryAfterMs: 0 })),
      true,
    );
    const again = await storage.outbox.leaseFrom('e', 9, 30_000);
    assert.deepEqual(
      again.map(({ id, lease: number }) => [id, number]),
      [['e1', 2]],
    );
    await pass(30_100);
    assert.deepEqual(idsOf(await storage.outbox.leaseFrom('e', 9, 30_000)), ['e1', 'e2']);
    assert.deepEqual(await storage.outbox.leaseFrom('nobody', 9, 30_000), []);
  }),
];
