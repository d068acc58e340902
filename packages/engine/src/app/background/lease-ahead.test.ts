import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passTimers } from '../../../test-support/pass-timers.ts';
import {
  aProcess,
  aReceiver,
  type Process,
  type Receiver,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import { aBooking, aDelivery, aLocation, aScope, FRIDAY_MS, lease, save } from '../../contract/fixtures.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import { DAY_MS } from '../../core/instant.ts';
import type { DeliveryOptions } from './deliver.ts';
import type { DeliveryWorker } from './delivery-worker.ts';
import { WorkerQueue } from './worker-queue.ts';

const OK: WebhookAnswer = { kind: 'answered', status: 200, start: '' };
const DOWN: WebhookAnswer = { kind: 'failed', why: 'unreachable', detail: 'nobody listens' };
const EMAIL = 'alva@example.com';

let clock: VirtualClock;
let receiver: Receiver;
let here: Process;
let worker: DeliveryWorker;
let queue: string;
/** Posts that wait for their answer, the oldest first. */
let open: ((answer: WebhookAnswer) => void)[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock = virtualClock(FRIDAY_MS + 2 * DAY_MS);
  open = [];
  receiver = aReceiver();
  receiver.answer = () => new Promise((answer) => open.push(answer));
  here = aProcess(clock, { webhooks: receiver });
  const { endpoint } = await here.engine.operator.webhooks.add({
    partner: 'acme',
    url: 'https://acme.example/hook',
    includeGuest: true,
  });
  queue = endpoint.id;
});

afterEach(async () => {
  const stopping = worker.stop();
  await pass(100);
  await answerAll(OK);
  await stopping;
  vi.useRealTimers();
});

const pass = (ms: number): Promise<void> => passTimers(clock, ms);

async function answerAll(answer: WebhookAnswer): Promise<void> {
  while (open.length > 0) {
    for (const one of open.splice(0)) one(answer);
    await pass(20);
  }
}

const bodyOf = (guest: unknown): string =>
  JSON.stringify({ id: 'e', type: 'booking.created', data: { guest } });

const webhook = (i: number, id = `d${i}`) =>
  aDelivery(id, { queue, bookingId: `bk_${i}`, eventId: `event ${i}`, body: bodyOf({ name: 'Alva Lind' }) });

/** Events of past visits, for a receiver that gets the guest; 32 are in progress, 64 are leased ahead, the rest waits. */
async function leasedAhead(count = 200, options: DeliveryOptions = {}): Promise<void> {
  const location = await aLocation(here.shared);
  const visit = (i: number) => aBooking(`bk_${i}`, { tables: [`T${i}`], status: 'cancelled' });
  for (let i = 0; i < count; i++)
    await here.shared.bookings.amend(aScope(location), save({ booking: visit(i), deliveries: [webhook(i)] }));
  worker = here.engine.background.startDelivering(options);
  await pass(5);
  expect(receiver.posts).toHaveLength(32);
  for (const answer of open.splice(0)) answer(OK);
  await pass(20);
  expect(receiver.posts).toHaveLength(64);
}

/** The number of deliveries that another worker could lease now. */
const free = async (): Promise<number> => (await lease(here.shared)).length;

test('D23 a receiver that answers has more leased ahead, and never more than 32 in progress', async () => {
  await leasedAhead(500);
  expect((await here.shared.outbox.stats()).due).toBe(500 - 32 - 96);
  let most = 0;
  while (open.length > 0) {
    most = Math.max(most, open.length);
    open.shift()!(OK);
    await pass(5);
  }
  expect(most).toBe(32);
  expect(new Set(receiver.posts.map(({ headers }) => headers['x-partner-event-id'])).size).toBe(500);
  expect(here.count('outbox.lease')).toBeLessThan(250);
});

test('D23 the number of deliveries leased ahead is bounded', async () => {
  await leasedAhead(600);
  await here.shared.outbox.add(Array.from({ length: 3000 }, (_, i) => webhook(i, `more ${i}`)));
  let most = 0;
  for (let i = 0; i < 60; i++) {
    for (const answer of open.splice(0)) answer(OK);
    await vi.advanceTimersByTimeAsync(1);
    const { due, waiting } = await here.shared.outbox.stats();
    most = Math.max(most, waiting - due);
  }
  expect(most).toBeGreaterThan(150);
  expect(most).toBeLessThanOrEqual(32 + 168 + 2 * 64); // in progress, leased ahead, and being settled
});

test('D23 twice as many are leased ahead as were answered, at most 168; none of a failing queue', () => {
  const held = new WorkerQueue('ep_1');
  const answer = (count: number, isSlow = false): number => {
    for (let i = 0; i < count; i++) held.answered(isSlow);
    return held.takeAhead();
  };
  expect([answer(0), answer(10), answer(50), answer(1000)]).toEqual([0, 20, 100, 168]);
  expect([answer(1, true), answer(3)]).toEqual([0, 168]);
  for (let i = 0; i < 12; i++) held.takeAhead();
  expect([held.takeAhead(), held.isForgettable]).toEqual([0, true]);
});

test('D26 an event leased ahead does not contain a guest who is erased before it is sent, by any process', async () => {
  await leasedAhead();
  await here.engine.operator.guests.erase(EMAIL);
  expect(await here.shared.outbox.find(queue, 'event 199')).toMatchObject({ body: bodyOf(null) });
  const sentBefore = receiver.posts.length;
  await answerAll(OK);
  const later = receiver.posts.slice(sentBefore);
  expect(later).toHaveLength(200 - sentBefore);
  expect(later.filter(({ body }) => body !== bodyOf(null))).toEqual([]);
});

test('D26 after an erasure by another process the named events are read again, or all if it names none', async () => {
  for (const invalidation of [
    { kind: 'guests', bookingIds: Array.from({ length: 200 }, (_, i) => `bk_${i}`) },
    { kind: 'anything' },
  ] as const) {
    await leasedAhead();
    const sentBefore = receiver.posts.length;
    await here.shared.guests.erase(Array.from({ length: 200 }, (_, i) => `bk_${i}`));
    here.tell(invalidation);
    await answerAll(OK);
    expect(receiver.posts.slice(sentBefore).filter(({ body }) => body !== bodyOf(null))).toEqual([]);
    expect(receiver.posts).toHaveLength(200);
    const stopping = worker.stop();
    await pass(50);
    await stopping;
    receiver.posts.length = 0;
    await here.shared.outbox.purge(0, clock.nowMs() + 1, 1000);
    here.engine.detach();
    const again = here.shared;
    here = aProcess(clock, { webhooks: receiver, storage: again });
  }
});

test('D26 an erasure while the lease is in progress applies to its events, too', async () => {
  await aLocation(here.shared);
  const visit = aBooking('bk_0', { status: 'cancelled' });
  const location = (await here.shared.locations.list())[0]!;
  await here.shared.bookings.amend(aScope(location), save({ booking: visit, deliveries: [webhook(0)] }));
  const leasing = here.hold('outbox.lease', 'after');
  worker = here.engine.background.startDelivering();
  await leasing.reached;
  await here.engine.operator.guests.erase(EMAIL);
  leasing.release();
  await pass(50);
  expect(receiver.posts.map(({ body }) => body)).toEqual([bodyOf(null)]);
});

test('D26 an event without a guest stays leased after an erasure', async () => {
  await leasedAhead();
  await answerAll(OK);
  const plain = Array.from({ length: 200 }, (_, i) => ({ ...webhook(i, `p${i}`), body: bodyOf(null) }));
  await here.shared.outbox.add(plain);
  here.tell({ kind: 'diary', locationId: '', dates: [] });
  await pass(25);
  for (const answer of open.splice(0)) answer(OK);
  await pass(20);
  const settled = here.count('outbox.settle');
  here.tell({ kind: 'anything' });
  await pass(20);
  expect(here.count('outbox.settle')).toBe(settled);
});

test('D23 when a receiver fails, its deliveries leased ahead are returned', async () => {
  await leasedAhead();
  expect(await free()).toBe(200 - 32 - 96);
  open.shift()!(DOWN);
  await pass(20);
  expect(await free()).toBe(64);
});

test('§6.5 when an endpoint is disabled, its deliveries leased ahead wait', async () => {
  await leasedAhead(200, { delaysSeconds: [] });
  for (const answer of open.splice(0)) answer({ kind: 'answered', status: 500, start: '' });
  await pass(20);
  const { disabledMs } = await here.engine.operator.webhooks.read(queue);
  expect(disabledMs).not.toBeNull();
  const sent = receiver.posts.length;
  expect(sent).toBe(96);
  await answerAll(OK);
  expect(receiver.posts).toHaveLength(sent);
  const waiting = (await here.shared.outbox.ofQueue(queue, 500)).filter(({ state }) => state === 'waiting');
  expect(waiting).toHaveLength(200 - sent);
});

test('D23 a worker that stops returns the deliveries leased ahead, and they keep their place', async () => {
  await leasedAhead();
  await here.shared.outbox.add([webhook(999)]);
  const stopping = worker.stop();
  await pass(20);
  const order = (await lease(here.shared, { limit: 500 })).map(({ eventId }) => eventId);
  expect(order).toEqual([...Array.from({ length: 136 }, (_, i) => `event ${64 + i}`), 'event 999']);
  for (const answer of open.splice(0)) answer(OK);
  await pass(20);
  await stopping;
});

test('D23 a delivery that has been leased too long is not begun, so another worker can have it soon', async () => {
  await leasedAhead();
  clock.pass(5_001);
  const sent = receiver.posts.length;
  for (const answer of open.splice(0)) answer(OK);
  await vi.advanceTimersByTimeAsync(0);
  expect(receiver.posts).toHaveLength(sent);
  clock.pass(35_000);
  for (let seconds = 0; seconds < 10; seconds++) {
    await pass(1000);
    await answerAll(OK);
  }
  expect(new Set(receiver.posts.map(({ headers }) => headers['x-partner-event-id'])).size).toBe(200);
});
