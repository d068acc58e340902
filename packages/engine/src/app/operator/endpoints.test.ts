import { replacement } from '../../core/access/records.ts';
import { beforeEach, expect, test } from 'vitest';
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
  FRIDAY_MS,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import { DAY_MS, HOUR_MS } from '../../core/instant.ts';
import type { WebhookAnswer } from '../../core/outbox/webhook.ts';
import { verifyWebhook } from '../../verify-webhook.ts';
import type { EndpointRequest, MadeEndpoint } from './endpoints.ts';

const DOWN: WebhookAnswer = { kind: 'failed', why: 'timeout', detail: '' };
const OK: WebhookAnswer = { kind: 'answered', status: 204, start: '' };

let clock: VirtualClock;
let receiver: Receiver;
let here: Process;

beforeEach(async () => {
  clock = virtualClock();
  receiver = aReceiver();
  here = aProcess(clock, { webhooks: receiver });
  await aLocation(here.shared);
});

const add = (given: Partial<EndpointRequest> = {}): Promise<MadeEndpoint> =>
  here.engine.operator.webhooks.add({ partner: 'acme', url: 'https://acme.example/hook', ...given });

const book = (day = 0): Promise<unknown> =>
  here.engine
    .partner(aCaller())
    .createBooking(LOCATION_ID, aRequest(FRIDAY_MS + 17 * HOUR_MS + day * DAY_MS));

/** Whether the latest post was signed with the secret. */
function isSignedWith(secret: string): boolean {
  const { headers, body } = receiver.posts.at(-1)!;
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
  try {
    verifyWebhook({ secret, signature: headers['x-partner-signature'], rawBody: body, nowSeconds });
    return true;
  } catch {
    return false;
  }
}

test('§2.13 an endpoint is stored without its plain secret, and with its subscription', async () => {
  const { endpoint, secret } = await add({
    eventTypes: ['booking.created', 'booking.created'],
    locationIds: [LOCATION_ID.toUpperCase(), LOCATION_ID],
  });
  expect(secret).toMatch(/^whsec_/);
  expect(endpoint).toMatchObject({
    eventTypes: ['booking.created'],
    locationIds: [LOCATION_ID],
    includeGuest: false,
    disabledMs: null,
    failedInARow: 0,
  });
  expect(JSON.stringify(await here.engine.operator.webhooks.list())).not.toContain(
    secret.slice('whsec_'.length),
  );
});

test('D25 an endpoint with a forbidden URL is rejected, and so is one without a secret key', async () => {
  const wrong: [Partial<EndpointRequest>, string][] = [
    [{ partner: 'Acme Ltd' }, 'invalid_request'],
    [{ url: 'http://acme.example' }, 'invalid_request'],
    [{ url: `https://acme.example/${'x'.repeat(2048)}` }, 'invalid_request'],
    [{ locationIds: [OTHER_LOCATION_ID] }, 'location_not_found'],
  ];
  for (const [given, code] of wrong) await expect(add(given)).rejects.toMatchObject({ code });
  const keyless = aProcess(clock, { storage: here.shared, secretKeys: [] });
  await expect(
    keyless.engine.operator.webhooks.add({ partner: 'acme', url: 'https://a.example' }),
  ).rejects.toThrow('secret key');
  expect(await here.engine.operator.webhooks.list()).toEqual([]);
  await expect(here.engine.operator.webhooks.read('ep_none')).rejects.toMatchObject({
    code: 'endpoint_not_found',
  });
});

test('D23 events of a disabled endpoint wait; they are sent when it is enabled, with the failure count at 0', async () => {
  const { endpoint } = await add();
  receiver.answer = async () => DOWN;
  await book();
  await here.engine.background.deliverDue({ delaysSeconds: [3600] });
  await here.shared.records.amend(
    replacement('endpoints', endpoint.id, (now) => ({ ...now, failedInARow: 9 })),
  );
  const disabled = await here.engine.operator.webhooks.disable(endpoint.id);
  expect(disabled.disabledMs).toBe(clock.nowMs());
  await book(1);
  clock.pass(HOUR_MS);
  expect((await here.engine.operator.webhooks.disable(endpoint.id)).disabledMs).toBe(disabled.disabledMs);
  expect(await here.engine.background.deliverDue()).toBe(0);
  receiver.answer = async () => OK;
  expect(await here.engine.operator.webhooks.enable(endpoint.id)).toMatchObject({
    disabledMs: null,
    failedInARow: 0,
  });
  expect(await here.engine.background.deliverDue()).toBe(2);
  for (const change of [here.engine.operator.webhooks.enable, here.engine.operator.webhooks.disable])
    await expect(change('ep_none')).rejects.toMatchObject({ code: 'endpoint_not_found' });
});

test("D23 a removed endpoint gets no further events: waiting ones are dropped, and the partner's other endpoints continue", async () => {
  const { endpoint } = await add();
  const other = await add({ url: 'https://acme.example/other' });
  await here.engine.operator.webhooks.disable(endpoint.id);
  await book();
  const { remove, list, read } = here.engine.operator.webhooks;
  expect(await remove(endpoint.id)).toMatchObject({ id: endpoint.id, url: endpoint.url });
  for (const change of [remove, read])
    await expect(change(endpoint.id)).rejects.toMatchObject({ code: 'endpoint_not_found' });
  expect((await list()).map(({ id }) => id)).toEqual([other.endpoint.id]);
  await book(1);
  receiver.answer = async () => OK;
  await here.engine.background.deliverDue();
  expect(receiver.posts.map((post) => post.url)).toEqual([other.endpoint.url, other.endpoint.url]);
});

test('D23 enabling gives failed deliveries all their attempts again, and wakes the worker', async () => {
  const { endpoint } = await add();
  receiver.answer = async () => DOWN;
  await book();
  const delays = { delaysSeconds: [10, 10] };
  await here.engine.background.deliverDue(delays);
  clock.pass(10_000);
  await here.engine.background.deliverDue(delays);
  await here.engine.operator.webhooks.enable(endpoint.id);
  await here.engine.background.deliverDue(delays);
  const [delivery] = await here.engine.operator.webhooks.deliveries(endpoint.id);
  expect(delivery).toMatchObject({ state: 'waiting', failures: 1, dueMs: clock.nowMs() + 10_000 });
});

test('D24 during a rotation both secrets sign, the new one first; afterwards only the new one', async () => {
  const made = await add();
  const rotated = await here.engine.operator.webhooks.rotateSecret(made.endpoint.id, HOUR_MS);
  await here.engine.operator.webhooks.test(made.endpoint.id);
  expect([isSignedWith(made.secret), isSignedWith(rotated.secret)]).toEqual([true, true]);
  const parts = receiver.posts.at(-1)!.headers['x-partner-signature']!.split(',');
  expect(parts).toHaveLength(3);
  const again = await here.engine.operator.webhooks.rotateSecret(made.endpoint.id, HOUR_MS);
  await here.engine.operator.webhooks.test(made.endpoint.id);
  expect([made, rotated, again].map(({ secret }) => isSignedWith(secret))).toEqual([false, true, true]);
  clock.pass(HOUR_MS);
  await here.engine.operator.webhooks.test(made.endpoint.id);
  expect([made, rotated, again].map(({ secret }) => isSignedWith(secret))).toEqual([false, false, true]);
  const last = await here.engine.operator.webhooks.rotateSecret(made.endpoint.id, 0);
  await here.engine.operator.webhooks.test(made.endpoint.id);
  expect([again, last].map(({ secret }) => isSignedWith(secret))).toEqual([false, true]);
  expect(last.endpoint.secrets).toHaveLength(1); // a leaked secret is not kept either
  await expect(here.engine.operator.webhooks.rotateSecret(made.endpoint.id, -1)).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('D24 the first signature of a header is that of the newest secret', async () => {
  const { endpoint } = await add();
  const { secret } = await here.engine.operator.webhooks.rotateSecret(endpoint.id);
  await here.engine.operator.webhooks.test(endpoint.id);
  const post = receiver.posts.at(-1)!;
  const signature = post.headers['x-partner-signature']!.split(',').slice(0, 2).join();
  const nowSeconds = clock.nowMs() / 1000;
  expect(verifyWebhook({ secret, signature, rawBody: post.body, nowSeconds }).type).toBe('booking.updated');
});

test('§6.5 a test does not count as a failure or success, and is also sent to a disabled endpoint', async () => {
  const { endpoint } = await add();
  await here.shared.records.amend(
    replacement('endpoints', endpoint.id, (now) => ({ ...now, failedInARow: 14 })),
  );
  await here.engine.operator.webhooks.disable(endpoint.id);
  receiver.answer = async () => DOWN;
  expect(await here.engine.operator.webhooks.test(endpoint.id)).toMatchObject({
    delivered: false,
    attempt: { by: 'test', outcome: 'timeout', atMs: clock.nowMs() },
  });
  receiver.answer = async () => OK;
  clock.pass(1000);
  const { eventId, delivered } = await here.engine.operator.webhooks.test(endpoint.id);
  expect([delivered, (await here.engine.operator.webhooks.read(endpoint.id)).failedInARow]).toEqual([
    true,
    14,
  ]);
  expect((await here.engine.operator.webhooks.deliveries(endpoint.id)).map(({ state }) => state)).toEqual([
    'delivered',
    'dropped',
  ]);
  expect(eventId).toMatch(/^bk_test_/);
});

test('D23 a replay has the same id and body with a new signature, and marks a failed event as delivered', async () => {
  const { endpoint, secret } = await add();
  receiver.answer = async () => DOWN;
  await book();
  await here.engine.background.deliverDue({ delaysSeconds: [] });
  const [failed] = await here.engine.operator.webhooks.deliveries(endpoint.id);
  clock.pass(DAY_MS);
  receiver.answer = async () => OK;
  const replayed = await here.engine.operator.webhooks.replay({
    endpointId: endpoint.id,
    eventId: failed!.eventId,
  });
  expect(replayed).toMatchObject({ eventId: failed!.eventId, delivered: true, attempt: { by: 'replay' } });
  expect([receiver.posts[0]!.body === receiver.posts[1]!.body, isSignedWith(secret)]).toEqual([true, true]);
  expect(await here.engine.operator.webhooks.deliveries(endpoint.id)).toMatchObject([{ state: 'delivered' }]);
  await expect(
    here.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId: 'none' }),
  ).rejects.toMatchObject({
    code: 'event_not_found',
  });
});

test('D23 failed events are replayed the oldest first, up to the first that is rejected again', async () => {
  const { endpoint } = await add();
  receiver.answer = async () => DOWN;
  for (let i = 0; i < 4; i++) {
    const ids = { id: `d${i}`, eventId: `e${i}`, queue: endpoint.id };
    await here.shared.outbox.add([aDelivery(ids.id, ids)]);
    clock.pass(1000);
  }
  await here.engine.background.deliverDue({ delaysSeconds: [] });
  receiver.posts.length = 0;
  receiver.answer = async () => (receiver.posts.length === 3 ? DOWN : OK);
  const progress: number[] = [];
  const first = await here.engine.operator.webhooks.replayFailed(endpoint.id, (delivered, of) =>
    progress.push(delivered, of),
  );
  expect(first).toMatchObject({ delivered: 2, left: 2, refused: { eventId: 'e2' } });
  expect([receiver.posts.map(({ headers }) => headers['x-partner-event-id']), progress]).toEqual([
    ['e0', 'e1', 'e2'],
    [1, 4, 2, 4],
  ]);
  receiver.answer = async () => OK;
  expect(await here.engine.operator.webhooks.replayFailed(endpoint.id)).toEqual({
    delivered: 2,
    left: 0,
    refused: null,
  });
});

test('D24 a process that cannot send, or cannot read the secret, returns an error and records no attempt', async () => {
  const { endpoint } = await add();
  const mute = aProcess(clock, { storage: here.shared });
  await expect(mute.engine.operator.webhooks.test(endpoint.id)).rejects.toMatchObject({
    code: 'unavailable',
  });
  const foreign = aProcess(clock, {
    storage: here.shared,
    webhooks: receiver,
    secretKeys: [new Uint8Array(32).fill(9)],
  });
  await expect(foreign.engine.operator.webhooks.test(endpoint.id)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect([receiver.posts, await here.engine.operator.webhooks.deliveries(endpoint.id)]).toEqual([[], []]);
});

test('D24 a secret whose key is lost is left out after a rotation, and the new one signs', async () => {
  const { endpoint } = await add();
  const secretKeys = [new Uint8Array(32).fill(9)];
  const renewed = aProcess(clock, { storage: here.shared, webhooks: receiver, secretKeys });
  const { secret } = await renewed.engine.operator.webhooks.rotateSecret(endpoint.id);
  await renewed.engine.operator.webhooks.test(endpoint.id);
  expect(isSignedWith(secret)).toBe(true);
  expect(receiver.posts.at(-1)!.headers['x-partner-signature']!.split(',')).toHaveLength(2);
});
