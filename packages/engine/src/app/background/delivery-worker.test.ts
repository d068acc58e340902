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
import {
  aCaller,
  aDelivery,
  aLocation,
  aRequest,
  FRIDAY,
  FRIDAY_MS,
  LOCATION_ID,
} from '../../contract/fixtures.ts';
import { HOUR_MS } from '../../core/instant.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import type { DeliveryWorker } from './delivery-worker.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const INVALIDATION = { kind: 'diary', locationId: LOCATION_ID, dates: [FRIDAY] } as const;

let clock: VirtualClock;
let receiver: Receiver;
/** The process that delivers. */
let here: Process;
/** A process that books and does not deliver. */
let there: Process;
let worker: DeliveryWorker;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock = virtualClock();
  receiver = aReceiver();
  here = aProcess(clock, { webhooks: receiver });
  there = aProcess(clock, { storage: here.shared });
  await aLocation(here.shared);
  await here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook' });
  worker = here.engine.background.startDelivering();
  await pass(100); // it has found no delivery and sleeps
});

afterEach(async () => {
  const stopping = worker.stop();
  await pass(2000);
  await stopping;
  vi.useRealTimers();
});

const pass = (ms: number): Promise<void> => passTimers(clock, ms);

const bookIn = ({ engine }: Process, i = 0): Promise<unknown> =>
  engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(SIX_MS + i * 24 * HOUR_MS));

test('D23 a message of this process is sent immediately', async () => {
  await bookIn(here);
  await pass(5);
  expect(receiver.posts).toHaveLength(1);
});

test('D23 a message of another process is sent with its invalidation, and without one within 5 s', async () => {
  await bookIn(there);
  await pass(1000);
  expect(receiver.posts).toHaveLength(0);
  here.tell(INVALIDATION);
  await pass(25);
  expect(receiver.posts).toHaveLength(1);
  await bookIn(there, 1);
  await pass(5100);
  expect(receiver.posts).toHaveLength(2);
});

test('D23 a retry is sent when it is due', async () => {
  const stopping = worker.stop();
  await pass(50);
  await stopping;
  worker = here.engine.background.startDelivering({ delaysSeconds: [7] });
  receiver.answer = async () => ({ kind: 'answered', status: 500, start: '' });
  await bookIn(here);
  await pass(6990);
  expect(receiver.posts).toHaveLength(1);
  await pass(60);
  expect(receiver.posts).toHaveLength(2);
});

test('D23 a worker whose next delivery is due in an hour still looks every 5 s', async () => {
  const queue = (await here.engine.operator.webhooks.list())[0]!.id;
  await here.shared.outbox.add([aDelivery('later', { queue, dueMs: clock.nowMs() + HOUR_MS })]);
  here.tell(INVALIDATION);
  await pass(100);
  await bookIn(there);
  await pass(5100);
  expect(receiver.posts).toHaveLength(1);
});

test('D23 a wakeup during a lease is not lost', async () => {
  const looking = here.hold('outbox.lease', 'after');
  here.tell(INVALIDATION);
  await looking.reached;
  await bookIn(here);
  looking.release();
  await pass(30);
  expect(receiver.posts).toHaveLength(1);
});

test('D23 a wakeup while the worker asks for the next due time is not lost', async () => {
  const asking = here.hold('outbox.nextDueInMs', 'after');
  here.tell(INVALIDATION);
  await pass(100);
  await asking.reached;
  await bookIn(there);
  here.tell(INVALIDATION);
  asking.release();
  await pass(100);
  expect(receiver.posts).toHaveLength(1);
});

test('D23 an idle worker asks the storage a few times a minute; on a busy day without webhooks, a few times a second', async () => {
  const { id } = (await here.engine.operator.webhooks.list())[0]!;
  await here.engine.operator.webhooks.disable(id);
  const before = here.count('outbox.lease');
  await pass(60_000);
  expect(here.count('outbox.lease') - before).toBeLessThanOrEqual(13);
  const quiet = here.count('outbox.lease');
  for (let i = 0; i < 200; i++) {
    here.tell(INVALIDATION);
    await pass(5);
  }
  expect(here.count('outbox.lease') - quiet).toBeLessThanOrEqual(51);
});

test('D23 a delivery leased while the worker stops is returned: another sends it immediately, as its first attempt', async () => {
  const leasing = here.hold('outbox.lease', 'after');
  await bookIn(here);
  await leasing.reached;
  const stopping = worker.stop();
  leasing.release();
  await pass(50);
  await stopping;
  expect(receiver.posts).toHaveLength(0);
  const another = aReceiver();
  const successor = aProcess(clock, { storage: here.shared, webhooks: another });
  expect(await successor.engine.background.deliverDue()).toBe(1);
  const { id } = (await here.engine.operator.webhooks.list())[0]!;
  const [delivery] = await here.engine.operator.webhooks.deliveries(id);
  expect(delivery).toMatchObject({ state: 'delivered', failures: 0, attempts: [{ status: 200 }] });
  expect(here.facts.filter(({ kind }) => kind === 'delivery')).toEqual([]);
});

test('D23 stopping waits for attempts in progress and begins no other', async () => {
  const hanging = Promise.withResolvers<WebhookAnswer>();
  receiver.answer = () => hanging.promise;
  await bookIn(here);
  await pass(10);
  let hasStopped = false;
  const stopping = worker.stop().then(() => (hasStopped = true));
  await bookIn(here, 1);
  await pass(1000);
  expect([receiver.posts.length, hasStopped]).toEqual([1, false]);
  hanging.resolve({ kind: 'answered', status: 200, start: '' });
  await pass(50);
  await stopping;
  await pass(6000);
  expect(receiver.posts).toHaveLength(1);
  expect(here.listeners.size).toBe(1); // the engine's listener
});

test('D23 a worker whose database fails reports it and continues a second later', async () => {
  here.fail('outbox.lease', new Error('away'));
  await bookIn(here);
  await pass(900);
  expect(here.facts).toContainEqual({
    kind: 'fault',
    where: 'deliveries',
    error: expect.objectContaining({ message: 'away' }),
  });
  expect(receiver.posts).toHaveLength(0);
  await pass(200);
  expect(receiver.posts).toHaveLength(1);
});

test('D23 two workers share the due deliveries, and send each event once', async () => {
  const beside = aProcess(clock, { storage: here.shared, webhooks: receiver });
  const second = beside.engine.background.startDelivering();
  for (let i = 0; i < 10; i++) {
    await bookIn(here, i);
    beside.tell(INVALIDATION);
  }
  await pass(100);
  const ids = receiver.posts.map(({ headers }) => headers['x-partner-event-id']);
  expect([ids.length, new Set(ids).size]).toEqual([10, 10]);
  const stopping = second.stop();
  await pass(50);
  await stopping;
});
