/** The contract for delivery attempts: exact counts, saved completely or not at all. */
import { insertion, replacement } from '../core/access/records.ts';
import assert from 'node:assert/strict';
import { MAIL_QUEUE, type Settlement } from '../core/outbox/delivery.ts';
import type { Endpoint } from '../core/booking/event.ts';
import { HOUR_MS } from '../core/instant.ts';
import type { LeasedDelivery } from '../ports/outbox.ts';
import type { Storage } from '../ports/storage.ts';
import { concurrently, type ContractCase, spread, test } from './contract-case.ts';
import { aDelivery, anAttempt, anEndpoint, disabling, FRIDAY_MS, lease } from './fixtures.ts';

/** One delivery in the queue of the endpoint `e`, leased. */
async function leasedOne(storage: Storage, id = 'd'): Promise<LeasedDelivery> {
  await storage.outbox.add([aDelivery(id, { queue: 'e' })]);
  const [leased] = await lease(storage);
  return leased!;
}

const retry = (retryAfterMs: number) => (): Settlement => ({ state: 'waiting', failed: true, retryAfterMs });
const delivered = (): Settlement => ({ state: 'delivered' });

/** Gives up and counts the failure; from 14 to 15 it disables the endpoint and notifies the operator. */
const giveUp =
  (id: string) =>
  (endpoint: Endpoint | null): Settlement => {
    const failedInARow = endpoint!.failedInARow + 1;
    return {
      state: 'failed',
      failed: true,
      endpoint: {
        ...endpoint!,
        failedInARow,
        disabledMs: failedInARow >= 15 ? (endpoint!.disabledMs ?? FRIDAY_MS) : null,
      },
      deliveries: failedInARow === 15 ? [aDelivery(`mail because of ${id}`)] : [],
    };
  };

export const settleCases: readonly ContractCase[] = [
  test('outbox: a failed attempt is counted and recorded, and the delivery waits for the given time', async (harness) => {
    const { storage, pass } = harness;
    const { outbox } = storage;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const first = await leasedOne(storage);
    // A receiver's answer can contain any text, cut at any place.
    const attempt = anAttempt({ responseExcerpt: 'försök "🍽" \u0000 \ud83c' });
    assert.equal(await outbox.settle(first, attempt, retry(30_000)), true);
    assert.deepEqual(await lease(storage), []);
    const next = await outbox.nextDueInMs();
    assert.ok(next !== null && next <= 30_000, `${next}`);
    await pass(30_100);
    const [second] = await lease(storage);
    assert.deepEqual([second!.lease, second!.failures], [2, 1]);
    const unreachable = anAttempt({
      atMs: FRIDAY_MS + 1,
      outcome: 'unreachable',
      status: null,
      responseExcerpt: '',
    });
    assert.equal(await outbox.settle(second!, unreachable, () => ({ state: 'waiting' })), true);
    const [third] = await lease(storage);
    assert.deepEqual(
      [third!.lease, third!.failures],
      [3, 1],
      'due immediately, and not counted as a failure',
    );
    assert.equal(await outbox.settle(third!, null, () => ({ state: 'failed', failed: true })), true);
    const { state, failures, attempts } = (await outbox.find('e', first.eventId))!;
    assert.deepEqual([state, failures], ['failed', 2]);
    assert.deepEqual(attempts, [attempt, unreachable]);
    assert.deepEqual(await lease(storage), []);
  }),
  test('outbox: what follows from an attempt is saved with it: the endpoint, and the messages that it gives rise to', async (harness) => {
    const { storage } = harness;
    await storage.records.amend(insertion('endpoints', anEndpoint({ failedInARow: 14 })));
    const leased = await leasedOne(storage);
    let seen: Endpoint | null = null;
    const settled = await storage.outbox.settle(leased, anAttempt(), (endpoint) => {
      seen = endpoint;
      return giveUp('d')(endpoint);
    });
    assert.equal(settled, true);
    assert.deepEqual(seen, anEndpoint({ failedInARow: 14 }));
    const after = anEndpoint({ failedInARow: 15, disabledMs: FRIDAY_MS });
    assert.deepEqual(await storage.records.find('endpoints', { id: 'e' }), after);
    const [mail, ...others] = await lease(storage);
    assert.deepEqual([mail!.id, mail!.queue, others], ['mail because of d', MAIL_QUEUE, []]);
    await storage.outbox.settle(mail!, null, (endpoint) => {
      seen = endpoint;
      return { state: 'delivered' };
    });
    assert.equal(seen, null, 'mails have no endpoint');
    assert.deepEqual(await storage.records.find('endpoints', { id: 'e' }), after);
  }),
  test('outbox: a lease is settled once, and a rejected settlement leaves no trace', async (harness) => {
    const { storage, pass } = harness;
    const { outbox } = storage;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const leased = await leasedOne(storage);
    const loud = (): Settlement => ({
      state: 'waiting',
      failed: true,
      retryAfterMs: HOUR_MS,
      endpoint: anEndpoint({ failedInARow: 7 }),
      deliveries: [aDelivery('never written')],
    });
    const refused = async (of: LeasedDelivery): Promise<void> => {
      const before = await outbox.find('e', leased.eventId);
      assert.equal(await outbox.settle(of, anAttempt(), loud), false);
      assert.deepEqual(await outbox.find('e', leased.eventId), before);
      assert.deepEqual(await storage.records.find('endpoints', { id: 'e' }), anEndpoint());
      assert.equal(await outbox.find(MAIL_QUEUE, 'event of never written'), null);
    };
    await refused({ ...leased, id: 'unknown' });
    await refused({ ...leased, lease: leased.lease + 1 });
    assert.equal(await outbox.settle(leased, anAttempt(), retry(0)), true);
    await refused(leased);
    await pass(5);
    const [again] = await lease(storage);
    await refused(leased);
    assert.equal(await outbox.settle(again!, anAttempt(), delivered), true);
    await refused(again!);
    assert.equal((await outbox.find('e', leased.eventId))!.failures, 1);
  }),
  test('outbox: a settlement can replace the body, and another leaves it', async ({ storage }) => {
    for (const [id, body] of [
      ['d', '{"a":1}'],
      ['e', undefined],
    ] as const) {
      const leased = await leasedOne(storage, id);
      await storage.outbox.settle(leased, null, () => ({ state: 'delivered', ...(body && { body }) }));
      assert.equal((await storage.outbox.find('e', leased.eventId))?.body, body ?? leased.body);
    }
  }),
  test('outbox: after an exception of the rule the delivery is unchanged, and its worker can still settle', async (harness) => {
    const { storage } = harness;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const leased = await leasedOne(storage);
    const before = await storage.outbox.find('e', leased.eventId);
    const fault = new Error('a fault of the rule');
    const step = storage.outbox.settle(leased, anAttempt(), () => {
      throw fault;
    });
    await assert.rejects(step, fault);
    assert.deepEqual(await storage.outbox.find('e', leased.eventId), before);
    assert.deepEqual(await lease(storage), []);
    assert.equal(await storage.outbox.settle(leased, anAttempt(), delivered), true);
  }),
  test('outbox: a leased delivery is settled although its endpoint has been disabled since', async (harness) => {
    const { storage } = harness;
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const leased = await leasedOne(storage);
    await storage.records.amend(disabling('e'));
    assert.equal(await storage.outbox.settle(leased, null, delivered), true);
    assert.equal((await storage.outbox.find('e', leased.eventId))!.state, 'delivered');
  }),
  test('outbox: 60 failures settled concurrently are all counted, and exactly one is the 15th; changes of the endpoint lie between', async (harness) => {
    const { storage } = harness;
    const store = spread(harness);
    await storage.records.amend(insertion('endpoints', anEndpoint()));
    const deliveries = Array.from({ length: 60 }, (_, i) => aDelivery(`d${i}`, { queue: 'e' }));
    await storage.outbox.add(deliveries);
    const leased = await lease(storage);
    assert.equal(leased.length, 60);
    const changes = Array.from({ length: 20 }, (_, i) =>
      store(i).records.amend(
        replacement('endpoints', 'e', (endpoint) => ({ ...endpoint, createdMs: endpoint.createdMs + 1 })),
      ),
    );
    const settled = leased.map((one, i) =>
      store(i).outbox.settle(one, anAttempt({ durationMs: i }), giveUp(one.id)),
    );
    assert.deepEqual(new Set(await Promise.all(settled)), new Set([true]));
    await Promise.all(changes);
    const { createdMs } = anEndpoint();
    assert.deepEqual(
      await storage.records.find('endpoints', { id: 'e' }),
      anEndpoint({ failedInARow: 60, disabledMs: FRIDAY_MS, createdMs: createdMs + 20 }),
    );
    assert.equal((await lease(storage)).length, 1, 'one word to the operator');
    const records = await storage.outbox.ofQueue('e', 100);
    assert.deepEqual(
      new Set(records.map(({ state, failures }) => `${state} ${failures}`)),
      new Set(['failed 1']),
    );
  }),
  test('outbox: of 20 workers with one lease one settles', async (harness) => {
    const store = spread(harness);
    await harness.storage.records.amend(insertion('endpoints', anEndpoint()));
    const leased = await leasedOne(harness.storage);
    const settled = await concurrently(20, (i) => store(i).outbox.settle(leased, anAttempt(), giveUp('d')));
    assert.equal(settled.filter(Boolean).length, 1);
    assert.equal((await harness.storage.records.find('endpoints', { id: 'e' }))!.failedInARow, 1);
    assert.equal((await harness.storage.outbox.find('e', leased.eventId))!.attempts.length, 1);
  }),
];
