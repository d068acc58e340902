/** The contract for settled deliveries: lookup, manual attempts and purging. */
import { insertion } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { MAIL_QUEUE, type Settlement } from '../core/outbox/delivery.ts';
import { HOUR_MS } from '../core/instant.ts';
import type { LeasedDelivery } from '../ports/outbox.ts';
import type { Storage } from '../ports/storage.ts';
import { concurrently, type ContractCase, idsOf, spread, test } from './contract-case.ts';
import {
  aBooking,
  aDelivery,
  aLocation,
  anAttempt,
  anEndpoint,
  aScope,
  disabling,
  FRIDAY_MS,
  lease,
  save,
} from './fixtures.ts';

/** Writes a delivery, leases it and settles it in this way. No other delivery may be due. */
async function settledAs(
  storage: Storage,
  id: string,
  settlement: Settlement,
  queue: string = MAIL_QUEUE,
): Promise<LeasedDelivery> {
  await storage.outbox.add([aDelivery(id, { queue })]);
  const [leased] = await lease(storage);
  assert.equal(leased!.id, id);
  const attempt = anAttempt({ responseExcerpt: id });
  assert.equal(await storage.outbox.settle(leased!, attempt, () => settlement), true);
  return leased!;
}

const stateOf = async (
  storage: Storage,
  id: string,
  queue: string = MAIL_QUEUE,
): Promise<string | undefined> => (await storage.outbox.find(queue, `event of ${id}`))?.state;

const FAILED: Settlement = { state: 'failed', failed: true };
const DELIVERED: Settlement = { state: 'delivered' };
const LATER: Settlement = { state: 'waiting', failed: true, retryAfterMs: HOUR_MS };

export const deliveryRecordCases: readonly ContractCase[] = [
  test('outbox: finds the delivery of an event in its queue, every field', async ({ storage }) => {
    const location = await aLocation(storage);
    for (const id of ['e', 'f']) await storage.records.amend(insertion('endpoints', anEndpoint({ id })));
    const dueMs = FRIDAY_MS + 1;
    const given = { bookingId: 'bk_1', eventId: 'event', body: '{"å" : "🍽"}', dueMs };
    const delivery = aDelivery('d', { queue: 'e', ...given });
    const deliveries = [delivery, { ...delivery, id: 'other', queue: 'f', dueMs: null }];
    await storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1'), deliveries }));
    const { createdMs, ...record } = (await storage.outbox.find('e', 'event'))!;
    assert.deepEqual(record, { ...delivery, state: 'waiting', dueMs, failures: 0, attempts: [] });
    const other = (await storage.outbox.find('f', 'event'))!;
    assert.equal(other.id, 'other');
    assert.equal(other.dueMs, other.createdMs);
    assert.equal(other.createdMs, createdMs, 'written in one step');
    assert.equal(await storage.outbox.find(MAIL_QUEUE, 'event'), null);
    assert.equal(await storage.outbox.find('e', 'd'), null);
  }),
  test('outbox: shows the latest of a queue, the newest first, each with its attempts, the oldest first', async (harness) => {
    const { storage, pass } = harness;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    for (const id of ['d1', 'd2', 'd3']) {
      await settledAs(storage, id, LATER, 'e');
      await pass(5);
    }
    await storage.outbox.add([aDelivery('mail')]);
    const by = 'replay' as const;
    const attempts = [1, 2, 3].map((ms) => anAttempt({ atMs: FRIDAY_MS + ms, by }));
    for (const attempt of attempts)
      await storage.outbox.record((await storage.outbox.find('e', 'event of d2'))!, attempt);
    const latest = await storage.outbox.ofQueue('e', 2);
    assert.deepEqual(idsOf(latest), ['d3', 'd2']);
    assert.deepEqual(latest[1]!.attempts, [anAttempt({ responseExcerpt: 'd2' }), ...attempts]);
    assert.deepEqual(latest[1], await storage.outbox.find('e', 'event of d2'));
    assert.equal((await storage.outbox.ofQueue('e', 100)).length, 3);
    assert.deepEqual(await storage.outbox.ofQueue('f', 100), []);
  }),
  test('outbox: a manual attempt is not counted, but its success makes the delivery delivered from any state', async (harness) => {
    const { storage } = harness;
    const { outbox } = storage;
    const failure = anAttempt({ by: 'replay' });
    const success = anAttempt({ by: 'replay', outcome: 'delivered', status: 204, responseExcerpt: '' });
    for (const [id, settlement] of [
      ['failed', FAILED],
      ['waiting', LATER],
      ['dropped', { state: 'dropped' }],
    ] as const) {
      await settledAs(storage, id, settlement);
      const before = (await outbox.find(MAIL_QUEUE, `event of ${id}`))!;
      await outbox.record(before, failure);
      const { dueMs: _, ...tried } = (await outbox.find(MAIL_QUEUE, `event of ${id}`))!;
      const { dueMs: __, ...expected } = before;
      assert.deepEqual(tried, { ...expected, attempts: [...before.attempts, failure] });
      await outbox.record(before, success);
      const after = (await outbox.find(MAIL_QUEUE, `event of ${id}`))!;
      assert.deepEqual([after.state, after.failures], ['delivered', before.failures]);
      assert.deepEqual(after.attempts, [...before.attempts, failure, success]);
    }
    assert.equal(await outbox.nextDueInMs(), null);
    await outbox.add([aDelivery('in hand')]);
    const [leased] = await lease(storage);
    await outbox.record(aDelivery('in hand'), success);
    assert.equal(await outbox.settle(leased!, failure, () => FAILED), false);
    assert.equal(await stateOf(storage, 'in hand'), 'delivered');
  }),
  test('outbox: a message that is only tried by hand is recorded with its attempts, and no worker takes it up', async (harness) => {
    const { storage } = harness;
    const { outbox } = storage;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const failure = anAttempt({ by: 'test' });
    const success = anAttempt({ by: 'test', outcome: 'delivered', status: 200 });
    const message = aDelivery('test', { queue: 'e' });
    await outbox.record(message, failure);
    const record = (await outbox.find('e', message.eventId))!;
    const { createdMs, dueMs } = record;
    const tried = { state: 'dropped', failures: 0, attempts: [failure], createdMs, dueMs };
    assert.deepEqual(record, { ...message, ...tried });
    await outbox.record({ ...message, body: '{"another":1}' }, success);
    const after = (await outbox.find('e', message.eventId))!;
    assert.deepEqual([after.state, after.attempts], ['delivered', [failure, success]]);
    assert.equal(after.body, message.body, 'what was sent first');
    await outbox.record(aDelivery('at once', { queue: 'e' }), success);
    assert.equal(await stateOf(storage, 'at once', 'e'), 'delivered');
    assert.deepEqual(await lease(storage), []);
    assert.deepEqual(await outbox.stats(), { due: 0, oldestDueMs: null, waiting: 0 });
    assert.equal(await outbox.restart('e', 'failed'), 0);
    assert.equal((await outbox.ofQueue('e', 9)).length, 2);
  }),
  test('outbox: waiting or failed deliveries of a queue are due immediately after a restart, with all attempts', async (harness) => {
    const { storage, pass } = harness;
    const { outbox } = storage;
    for (const id of ['e', 'f']) await storage.records.amend(insertion('endpoints', anEndpoint({ id })));
    const old = await settledAs(storage, 'failed', FAILED, 'e');
    await settledAs(storage, 'elsewhere', FAILED, 'f');
    await settledAs(storage, 'done', DELIVERED, 'e');
    await settledAs(storage, 'waiting', LATER, 'e');
    assert.equal(await outbox.restart('e', 'waiting'), 1);
    await pass(5);
    const [waiting, ...none] = await lease(storage);
    assert.deepEqual([waiting!.id, waiting!.failures, none], ['waiting', 0, []]);
    await outbox.restart('e', 'waiting');
    assert.deepEqual(await lease(storage), [], 'a lease is kept');
    assert.equal(await outbox.restart('e', 'failed'), 1);
    assert.equal(await outbox.restart('e', 'failed'), 0);
    assert.equal(await outbox.settle(old, anAttempt(), () => DELIVERED), false, 'that lease is over');
    await pass(5);
    const [failed, ...others] = await lease(storage);
    assert.deepEqual([failed!.id, failed!.failures, others], ['failed', 0, []]);
    assert.deepEqual((await outbox.find('e', 'event of failed'))!.attempts.length, 1);
    assert.equal(await outbox.settle(waiting!, anAttempt(), () => DELIVERED), true);
    assert.equal(await outbox.settle(failed!, anAttempt(), () => LATER), true);
    assert.equal((await outbox.find('e', 'event of failed'))!.failures, 1);
    assert.equal(await stateOf(storage, 'elsewhere', 'f'), 'failed');
  }),
  test('outbox: says how much waits, and for how long', async ({ storage }) => {
    const { outbox } = storage;
    assert.deepEqual(await outbox.stats(), { due: 0, oldestDueMs: null, waiting: 0 });
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    await storage.records.amend(insertion('endpoints', anEndpoint({ id: 'closed', disabledMs: FRIDAY_MS })));
    await settledAs(storage, 'done', DELIVERED, 'e');
    const nowMs = (await outbox.find('e', 'event of done'))!.createdMs;
    await outbox.add([aDelivery('in hand', { dueMs: nowMs - HOUR_MS })]);
    assert.equal((await lease(storage)).length, 1);
    await outbox.add([
      aDelivery('due', { queue: 'e', dueMs: nowMs - 500 }),
      aDelivery('due longer', { dueMs: nowMs - 900 }),
      aDelivery('in time', { dueMs: nowMs + HOUR_MS }),
      aDelivery('closed', { queue: 'closed', dueMs: nowMs - HOUR_MS }),
    ]);
    assert.deepEqual(await outbox.stats(), { due: 2, oldestDueMs: nowMs - 900, waiting: 5 });
  }),
  test('outbox: purging drops old waiting deliveries of closed queues, deletes old settled ones, and keeps all others', async (harness) => {
    const { storage, pass } = harness;
    const { outbox } = storage;
    for (const id of ['e', 'closed']) await storage.records.amend(insertion('endpoints', anEndpoint({ id })));
    await settledAs(storage, 'delivered', DELIVERED, 'e');
    await settledAs(storage, 'failed', FAILED, 'closed');
    await storage.records.amend(disabling('closed'));
    await outbox.add([
      ...['c1', 'c2', 'c3'].map((id) => aDelivery(id, { queue: 'closed' })),
      aDelivery('open', { queue: 'e' }),
      aDelivery('mail'),
    ]);
    const firstMs = (await outbox.find('e', 'event of delivered'))!.createdMs;
    const lastMs = (await outbox.find(MAIL_QUEUE, 'event of mail'))!.createdMs + 1;
    await pass(10);
    await outbox.add([aDelivery('c4', { queue: 'closed' })]);
    assert.deepEqual(await outbox.purge(firstMs, firstMs, 100), { dropped: 0, deleted: 0 });
    assert.deepEqual(await outbox.purge(lastMs, 0, 2), { dropped: 2, deleted: 0 });
    assert.deepEqual(await outbox.purge(lastMs, 0, 2), { dropped: 1, deleted: 0 });
    assert.equal(await stateOf(storage, 'c1', 'closed'), 'dropped');
    assert.equal(await stateOf(storage, 'c4', 'closed'), 'waiting');
    assert.deepEqual(await outbox.purge(0, lastMs, 4), { dropped: 0, deleted: 4 });
    assert.deepEqual(await outbox.purge(0, lastMs, 4), { dropped: 0, deleted: 1 });
    assert.deepEqual(await outbox.purge(lastMs, lastMs, 4), { dropped: 0, deleted: 0 });
    for (const id of ['failed', 'c1', 'c2', 'c3'])
      assert.equal(await stateOf(storage, id, 'closed'), undefined);
    await storage.records.amend(disabling('closed', null));
    const left = idsOf(await lease(storage));
    assert.deepEqual(left.toSorted(), ['c4', 'mail', 'open']);
  }),
  test('outbox: a message is written once, however often and wherever, and keeps what became of it', async (harness) => {
    const { storage } = harness;
    const store = spread(harness);
    const message = aDelivery('d');
    await concurrently(10, (i) => store(i).outbox.add([message, message]));
    await storage.outbox.add([{ ...message, body: '{"another":1}' }]);
    const [leased, ...others] = await lease(storage);
    assert.deepEqual([leased!.body, others], [message.body, []]);
    await storage.outbox.add([message]);
    assert.deepEqual(await lease(storage), []);
    await storage.outbox.settle(leased!, null, () => DELIVERED);
    await storage.outbox.add([message, aDelivery('beside it')]);
    assert.deepEqual(idsOf(await lease(storage)), ['beside it']);
    assert.equal(await stateOf(storage, 'd'), 'delivered');
  }),
];
