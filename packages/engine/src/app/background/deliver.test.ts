import { beforeEach, expect, test } from 'vitest';
import {
  aPostbox,
  aProcess,
  aReceiver,
  type Postbox,
  type Process,
  type Receiver,
  type VirtualClock,
  virtualClock,
} from '../../../test-support/process.ts';
import { aCaller, aDelivery, aLocation, aRequest, FRIDAY_MS, LOCATION_ID } from '../../contract/fixtures.ts';
import type { DeliveryRecord } from '../../core/outbox/delivery.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import { verifyWebhook } from '../../verify-webhook.ts';

const SIX_MS = FRIDAY_MS + 17 * HOUR_MS;
const OK: WebhookAnswer = { kind: 'answered', status: 200, start: '' };
const DOWN: WebhookAnswer = { kind: 'failed', why: 'unreachable', detail: 'nobody listens' };

let clock: VirtualClock;
let receiver: Receiver;
let postbox: Postbox;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  receiver = aReceiver();
  postbox = aPostbox();
  here = aProcess(clock, { webhooks: receiver, mailer: postbox });
  await aLocation(here.shared);
});

const listen = (partner = 'acme') =>
  here.engine.operator.webhooks.add({ partner, url: `https://${partner}.example/hook` });
const book = (startMs = SIX_MS) =>
  here.engine.partner(aCaller()).createBooking(LOCATION_ID, aRequest(startMs));
const inQueue = (id: string): Promise<readonly DeliveryRecord[]> => here.shared.outbox.ofQueue(id, 10_000);
const put = (queues: readonly string[], each = 1) =>
  here.shared.outbox.add(
    queues.flatMap((id) =>
      Array.from({ length: each }, (_, i) => aDelivery(`${i}@${id}`, { queue: id, eventId: `e${i}` })),
    ),
  );

/** Waits for all work that needs no timer. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((done) => setImmediate(done));
}

test('§6.3 §6.4 D23 an event is sent once, signed with the time of its attempt', async () => {
  const { endpoint, secret } = await listen();
  await book();
  clock.pass(90_500);
  expect(await here.engine.background.deliverDue()).toBe(2); // the other one is the guest's e-mail
  expect(await here.engine.background.deliverDue()).toBe(0);
  const [{ url, headers, body }] = receiver.posts as [(typeof receiver.posts)[0]];
  const nowSeconds = clock.nowMs() / 1000 - 0.5;
  const signature = headers['x-partner-signature']!;
  expect(url).toBe('https://acme.example/hook');
  expect(signature).toContain(`t=${nowSeconds},`);
  const event = verifyWebhook({ secret, signature, rawBody: body, nowSeconds });
  expect(event).toMatchObject({ id: headers['x-partner-event-id'], type: 'booking.created' });
  expect(await inQueue(endpoint.id)).toMatchObject([
    { state: 'delivered', failures: 0, attempts: [{ by: 'worker', status: 200, atMs: clock.nowMs() }] },
  ]);
});

test('§6.5 D23 D24 a failed event is retried after 10 s, 1, 5 and 30 min with the same body and a new signature, then it has failed', async () => {
  const { endpoint } = await listen();
  await book();
  receiver.answer = async () => DOWN;
  for (const seconds of [10, 60, 300, 1800]) {
    await here.engine.background.deliverDue();
    clock.pass(seconds * 1000 - 1);
    expect(await here.engine.background.deliverDue()).toBe(0);
    clock.pass(1);
  }
  await here.engine.background.deliverDue();
  expect(new Set(receiver.posts.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.posts.map(({ headers }) => headers['x-partner-signature'])).size).toBe(5);
  const [{ state, failures, attempts }] = (await inQueue(endpoint.id)) as [DeliveryRecord];
  expect([state, failures, attempts.length]).toEqual(['failed', 5, 5]);
  expect(here.facts.filter(({ kind }) => kind === 'delivery')).toMatchObject([
    { to: 'webhook', outcome: 'unreachable', responseExcerpt: 'nobody listens', isFinal: false },
    { to: 'mail', outcome: 'delivered', isFinal: true },
    ...Array.from({ length: 3 }, () => ({ to: 'webhook', isFinal: false })),
    { to: 'webhook', isFinal: true },
  ]);
  expect(receiver.posts).toHaveLength(5);
});

test('D23 configured retry delays are used', async () => {
  await listen();
  await book();
  receiver.answer = async () => DOWN;
  const options = { delaysSeconds: [1] };
  for (const ms of [0, 1000, 1000]) {
    clock.pass(ms);
    await here.engine.background.deliverDue(options);
  }
  expect(receiver.posts).toHaveLength(2);
});

test('D23 an endpoint has at most 32 concurrent attempts and does not delay other endpoints', async () => {
  const [slow, quick] = [await listen('slow'), await listen('quick')];
  await put([slow.endpoint.id], 40);
  await put([quick.endpoint.id], 40);
  const hanging = Promise.withResolvers<WebhookAnswer>();
  receiver.answer = () =>
    receiver.posts.at(-1)!.url.includes('slow') ? hanging.promise : Promise.resolve(OK);
  const sending = here.engine.background.deliverDue();
  await settled();
  const to = (name: string): number => receiver.posts.filter(({ url }) => url.includes(name)).length;
  expect([to('slow'), to('quick')]).toEqual([32, 40]);
  hanging.resolve(OK);
  expect(await sending).toBe(80);
  expect(to('slow')).toBe(40);
});

test('D23 an endpoint that has just failed gets 4 concurrent attempts until it answers again', async () => {
  const { endpoint } = await listen();
  await put([endpoint.id], 80);
  const waiting: ((answer: WebhookAnswer) => void)[] = [];
  receiver.answer = () => new Promise((answer) => waiting.push(answer));
  const sending = here.engine.background.deliverDue();
  await settled();
  expect(waiting.splice(0).map((answer) => answer(DOWN))).toHaveLength(32);
  await settled();
  expect(waiting).toHaveLength(4);
  waiting.splice(0, 1)[0]!(OK);
  await settled();
  expect(waiting.length).toBeGreaterThan(4);
  receiver.answer = async () => OK;
  while (waiting.length > 0) {
    for (const answer of waiting.splice(0)) answer(OK);
    await settled();
  }
  await sending;
});

test('D23 a process holds at most a thousand deliveries of all queues together', async () => {
  const queues: string[] = [];
  for (let i = 0; i < 40; i++) queues.push((await listen(`partner-${i}`)).endpoint.id);
  await put(queues, 32);
  const hanging = Promise.withResolvers<WebhookAnswer>();
  receiver.answer = () => hanging.promise;
  const sending = here.engine.background.deliverDue();
  await settled();
  expect(receiver.posts).toHaveLength(1000);
  hanging.resolve(OK);
  expect(await sending).toBe(1280);
});

test('D26 four e-mails are sent concurrently, and each once', async () => {
  for (let i = 0; i < 9; i++) await book(SIX_MS + i * 2 * DAY_MS);
  const hanging = Promise.withResolvers<void>();
  let begun = 0;
  postbox.take = () => ((begun += 1), hanging.promise);
  const sending = here.engine.background.deliverDue();
  await settled();
  expect(begun).toBe(4);
  hanging.resolve();
  expect(await sending).toBe(9);
  expect(new Set(postbox.taken.map(({ id }) => id)).size).toBe(9);
});

test('D23 a round without room is followed by another after the last delivery ends, so all due deliveries are sent', async () => {
  const { outbox } = here.storage;
  const lease = outbox.lease.bind(outbox);
  outbox.lease = async (request) => {
    const leased = await lease(request);
    await settled(); // long enough for deliveries in progress to be settled
    return leased;
  };
  for (let i = 0; i < 9; i++) await book(SIX_MS + i * 2 * DAY_MS);
  expect(await here.engine.background.deliverDue()).toBe(9);
});

test('D23 D26 a delivery that one process cannot send waits for a process that can', async () => {
  const { endpoint } = await listen();
  await book();
  const [mute, onlyMail] = [
    aProcess(clock, { storage: here.shared }),
    aProcess(clock, { storage: here.shared, mailer: postbox }),
  ];
  expect(await mute.engine.background.deliverDue()).toBe(0);
  expect(await onlyMail.engine.background.deliverDue()).toBe(1);
  expect(await inQueue(endpoint.id)).toMatchObject([{ state: 'waiting', attempts: [] }]);
  expect(await here.engine.background.deliverDue()).toBe(1);
  expect([receiver.posts.length, postbox.taken.length]).toEqual([1, 1]);
});

test('D23 a lease outlasts every attempt with its settlement, and no other worker sends during that time', async () => {
  await listen();
  await book();
  const hanging = Promise.withResolvers<WebhookAnswer>();
  receiver.answer = () => hanging.promise;
  const sending = here.engine.background.deliverDue();
  await settled();
  const there = aProcess(clock, { storage: here.shared, webhooks: aReceiver() });
  clock.pass(34_999);
  expect(await there.engine.background.deliverDue()).toBe(0);
  clock.pass(1);
  expect(await there.engine.background.deliverDue()).toBe(1);
  hanging.resolve(DOWN);
  await sending;
  const [{ state, attempts }] = (await inQueue((await here.engine.operator.webhooks.list())[0]!.id)) as [
    DeliveryRecord,
  ];
  expect([state, attempts.length]).toEqual(['delivered', 1]);
  expect(here.facts.filter((fact) => fact.kind === 'delivery' && fact.to === 'webhook')).toEqual([]);
});

test('D23 a longer limit for attempts makes the leases longer', async () => {
  await listen();
  await book();
  const hanging = Promise.withResolvers<WebhookAnswer>();
  receiver.answer = () => hanging.promise;
  const sending = here.engine.background.deliverDue({ timeoutMs: MINUTE_MS });
  await settled();
  const there = aProcess(clock, { storage: here.shared, webhooks: aReceiver() });
  clock.pass(MINUTE_MS + 9999);
  expect(await there.engine.background.deliverDue()).toBe(0);
  hanging.resolve(OK);
  await sending;
});

test('D24 a secret that this process cannot read uses no attempt: the event waits a minute, and the operator is notified', async () => {
  const { endpoint } = await listen();
  await book();
  const foreign = aProcess(clock, {
    storage: here.shared,
    webhooks: receiver,
    secretKeys: [new Uint8Array(32).fill(1)],
  });
  await foreign.engine.background.deliverDue();
  expect(receiver.posts).toEqual([]);
  expect(foreign.facts).toMatchObject([
    { kind: 'fault', where: 'deliveries', error: { name: 'SecretUnreadableError' } },
  ]);
  expect(await inQueue(endpoint.id)).toMatchObject([{ state: 'waiting', failures: 0, attempts: [] }]);
  clock.pass(MINUTE_MS - 1);
  expect(await here.engine.background.deliverDue()).toBe(1); // the e-mail
  clock.pass(1);
  expect(await here.engine.background.deliverDue()).toBe(1);
});

test('D23 a delivery whose endpoint is gone is dropped', async () => {
  await put(['ep_gone']);
  await here.engine.background.deliverDue();
  expect(await inQueue('ep_gone')).toMatchObject([{ state: 'dropped', attempts: [] }]);
  expect(receiver.posts).toEqual([]);
});

test('D23 if the storage fails while an attempt is settled, the event is sent a second time', async () => {
  const { endpoint } = await listen();
  await put([endpoint.id], 1);
  here.fail('outbox.settle', new Error('away'));
  await here.engine.background.deliverDue();
  expect(here.facts).toMatchObject([{ kind: 'fault', where: 'deliveries', error: { message: 'away' } }]);
  clock.pass(35_000);
  await here.engine.background.deliverDue();
  expect(await inQueue(endpoint.id)).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }]);
  expect(receiver.posts).toHaveLength(2);
});

test('§6.5 the operator gets an e-mail about a failing endpoint, and again when it is disabled', async () => {
  const { endpoint } = await listen();
  receiver.answer = async () => DOWN;
  await put([endpoint.id], 15);
  await here.engine.background.deliverDue({ delaysSeconds: [] });
  await here.engine.background.deliverDue();
  expect(postbox.taken).toMatchObject([
    { kind: 'endpoint_failing', partner: 'acme', url: endpoint.url, failedInARow: 10 },
    { kind: 'endpoint_disabled', partner: 'acme', failedInARow: 15 },
  ]);
  expect((await here.engine.operator.webhooks.read(endpoint.id)).disabledMs).toBe(clock.nowMs());
});
