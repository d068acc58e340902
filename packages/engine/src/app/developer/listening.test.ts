/** Sessions in which a developer's machine fetches its events: access, contents, limits and end. */
import { insertion } from '../../core/access/records.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { engineSetup, NOON_MS } from '../../../test-support/engine-setup.ts';
import {
  aCaller,
  aDelivery,
  aLocation,
  anEndpoint,
  aRequest,
  LOCATION_ID,
  OTHER_LOCATION_ID,
} from '../../contract/fixtures.ts';
import type { PartnerCaller } from '../../core/access/policy.ts';
import type { EventType } from '../../core/outbox/event-type.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts';
import { verifyWebhook } from '../../verify-webhook.ts';
import type { ListenedEvent, ListenedEvents } from './listening.ts';

const SECRET_KEY = new Uint8Array(32).fill(7);

afterEach(() => vi.useRealTimers());

const developer = (given: Partial<PartnerCaller> = {}): PartnerCaller =>
  aCaller({ keyId: 'key_a', partner: 'sandbox-a', ...given });

async function setup() {
  const engines = engineSetup();
  const { storage } = engines;
  for (const id of [LOCATION_ID, OTHER_LOCATION_ID]) await aLocation(storage, {}, id);
  const engine = engines.engine({ secretKeys: [SECRET_KEY] });
  const listening = engine.sandbox.listening(developer());
  let days = 1;
  const book = async (caller: PartnerCaller, locationId = LOCATION_ID): Promise<string> => {
    const request = aRequest(NOON_MS + days++ * DAY_MS);
    const outcome = await engine.partner(caller).createBooking(locationId, request);
    if (outcome.kind !== 'booked') throw new Error(JSON.stringify(outcome));
    return outcome.booking.id;
  };
  return { ...engines, make: engines.engine, engine, listening, book };
}

function eventsOf(next: ListenedEvents): readonly ListenedEvent[] {
  if (next.kind !== 'events') throw new Error(next.kind);
  return next.events;
}

const subjectsOf = (next: ListenedEvents): string[] =>
  eventsOf(next).map(({ headers }) => headers['x-partner-event-id']!.split(':').slice(0, 2).join(' '));

test('D20 D24 a session gets the events since it began, each as a webhook request signed with the shown secret', async () => {
  const { listening, book, clock, engine } = await setup();
  await book(developer());
  const { sessionId, secret, eventTypes } = await listening.begin();
  expect(eventTypes).toEqual(['booking.created', 'booking.updated', 'booking.cancelled']);
  expect(eventsOf(await listening.next({ sessionId }))).toEqual([]);
  const id = await book(developer());
  await engine.partner(developer()).cancelBooking(id);
  const next = await listening.next({ sessionId });
  expect(subjectsOf(next)).toEqual([`${id} booking.created`, `${id} booking.cancelled`]);
  for (const { headers, body } of eventsOf(next)) {
    const nowSeconds = clock.nowMs / SECOND_MS;
    const event = verifyWebhook({
      secret,
      signature: headers['x-partner-signature'],
      rawBody: body,
      nowSeconds,
    });
    expect([event.id, headers['content-type']]).toEqual([headers['x-partner-event-id'], 'application/json']);
    expect(event.data).toMatchObject({ bookingId: id, channel: 'partner:sandbox-a', guest: null });
  }
});

test('D23 an acknowledged event does not return; any other returns some seconds later with a new signature', async () => {
  const { listening, book, clock, storage } = await setup();
  const { sessionId } = await listening.begin();
  const [first, second] = [await book(developer()), await book(developer())];
  const [taken, left] = eventsOf(await listening.next({ sessionId }));
  expect(eventsOf(await listening.next({ sessionId, taken: [taken!.receipt] }))).toEqual([]);
  clock.nowMs += 4 * SECOND_MS;
  const again = await listening.next({ sessionId });
  expect(subjectsOf(again)).toEqual([`${second} booking.created`]);
  expect(eventsOf(again)[0]!.body).toBe(left!.body);
  expect(eventsOf(again)[0]!.headers['x-partner-signature']).not.toBe(left!.headers['x-partner-signature']);
  // A receipt is valid for one handout.
  await listening.next({ sessionId, taken: [left!.receipt, 'nonsense', `1.${first}`, ''] });
  clock.nowMs += 4 * SECOND_MS;
  expect(subjectsOf(await listening.next({ sessionId }))).toEqual([`${second} booking.created`]);
  const [record] = (await storage.outbox.ofBooking(first)).map(({ state, attempts }) => ({
    state,
    attempts,
  }));
  expect(record).toMatchObject({ state: 'delivered', attempts: [{ by: 'listener', outcome: 'delivered' }] });
});

test('D21 a session gets no events of other partners or forbidden locations, and its receipts cannot settle them', async () => {
  const { engine, listening, book, clock } = await setup();
  const types: readonly EventType[] = ['booking.created', 'availability.changed'];
  const { sessionId } = await listening.begin({ eventTypes: types });
  const other = developer({ keyId: 'key_b', partner: 'sandbox-b' });
  const theirs = engine.sandbox.listening(other);
  const their = await theirs.begin();
  await book(aCaller({ locationIds: [OTHER_LOCATION_ID] }), OTHER_LOCATION_ID);
  const id = await book(other);
  const [event] = eventsOf(await theirs.next({ sessionId: their.sessionId }));
  clock.nowMs += 10 * SECOND_MS;
  const mine = eventsOf(await listening.next({ sessionId }));
  expect(mine.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
    { locationId: LOCATION_ID, dates: [expect.any(String)] },
  ]);
  // With another key the session is unknown: it cannot be read or ended.
  expect(await listening.next({ sessionId: their.sessionId, taken: [event!.receipt] })).toEqual({
    kind: 'taken over',
  });
  await listening.end({ sessionId: their.sessionId });
  expect(subjectsOf(await theirs.next({ sessionId: their.sessionId }))).toEqual([`${id} booking.created`]);
});

test('D20 the second session of a key takes over with the same secret; ended and forgotten sessions are over', async () => {
  const { listening, book, storage, clock, engine } = await setup();
  const first = await listening.begin();
  await book(developer());
  clock.nowMs -= HOUR_MS; // on a server whose clock is behind
  const second = await listening.begin();
  expect(second.secret).toBe(first.secret);
  expect(await listening.next(first)).toEqual({ kind: 'taken over' });
  expect(eventsOf(await listening.next(second))).toEqual([]);
  const id = await book(developer());
  const [event] = eventsOf(await listening.next(second));
  await listening.end({ sessionId: second.sessionId, taken: [event!.receipt] });
  expect((await storage.outbox.ofBooking(id)).map(({ state }) => state)).toEqual(['delivered']);
  await listening.end(second);
  expect(await listening.next(second)).toEqual({ kind: 'forgotten' });
  expect(await storage.records.list('endpoints')).toEqual([]);
  const foreign = engine.sandbox.listening(developer({ keyId: 'key_b', partner: 'sandbox-b' }));
  expect((await foreign.begin()).secret).not.toBe(first.secret);
});

test('D20 one of several sessions that begin concurrently is left', async () => {
  const { engine, storage, listening } = await setup();
  const begun = await Promise.all([1, 2, 3, 4].map(() => listening.begin()));
  const left = await storage.records.list('endpoints');
  expect(left).toHaveLength(1);
  const ends = await Promise.all(begun.map((session) => engine.sandbox.listening(developer()).next(session)));
  expect(ends.map(({ kind }) => kind).toSorted()).toEqual([
    'events',
    'taken over',
    'taken over',
    'taken over',
  ]);
});

test('D20 a session without a request for 24 hours is removed by nightly maintenance; an active one continues', async () => {
  const { engine, listening, storage, clock } = await setup();
  const session = await listening.begin();
  for (let hours = 0; hours < 48; hours += 20) {
    clock.nowMs += 20 * HOUR_MS;
    expect(eventsOf(await listening.next(session))).toEqual([]);
  }
  await engine.background.runMaintenance();
  clock.nowMs += DAY_MS - HOUR_MS;
  await engine.background.runMaintenance();
  expect(await storage.records.list('endpoints')).toHaveLength(1);
  clock.nowMs += HOUR_MS;
  expect(await listening.next(session)).toEqual({ kind: 'taken over' });
  clock.nowMs += DAY_MS;
  await engine.background.runMaintenance();
  expect(await storage.records.list('endpoints')).toEqual([]);
  expect(await listening.next(session)).toEqual({ kind: 'forgotten' });
});

test('D20 a key that is not a sandbox key cannot begin or read a session', async () => {
  const { engine, listening } = await setup();
  const { sessionId } = await listening.begin();
  const real = engine.sandbox.listening(aCaller());
  const refused = { code: 'not_sandbox' };
  await expect(real.begin()).rejects.toMatchObject(refused);
  await expect(real.next({ sessionId })).rejects.toMatchObject(refused);
  await expect(real.end({ sessionId })).rejects.toMatchObject(refused);
});

test('D17 a session has separate limits, 10 starts and 120 reads in a minute, and does not use those of its key', async () => {
  const { engine, listening, clock } = await setup();
  const caller = developer({ rateLimit: 1 });
  let session = await listening.begin();
  for (let i = 1; i < 10; i++) session = await listening.begin();
  await expect(listening.begin()).rejects.toMatchObject({ code: 'rate_limited', retryMs: MINUTE_MS });
  for (let i = 0; i < 120; i++) await listening.next(session);
  await expect(listening.next(session)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await engine.partner(caller).countRequest()).toMatchObject({ allowed: true });
  clock.nowMs += MINUTE_MS;
  expect((await listening.next(session)).kind).toBe('events');
});

test('D23 workers do not post events of a session, and drop them when it is over', async () => {
  const { listening, book, storage, make } = await setup();
  const posts: string[] = [];
  const first = await listening.begin();
  const id = await book(developer());
  const answer = { kind: 'answered', status: 200, start: '' } as const;
  const webhooks = {
    checkUrl: () => null,
    post: async ({ url }: { readonly url: string }) => (posts.push(url), answer),
    close: async () => undefined,
  };
  const worker = make({ webhooks, secretKeys: [SECRET_KEY] });
  const stateOf = async () => (await storage.outbox.ofBooking(id)).map(({ state }) => state);
  await worker.background.deliverDue();
  expect([posts, await stateOf()]).toEqual([[], ['waiting']]);
  await listening.end(first);
  await worker.background.deliverDue();
  expect([posts, await stateOf()]).toEqual([[], ['dropped']]);
});

test("§2.13 D25 sessions are not listed among the operator's endpoints, which cannot change or create them", async () => {
  const { engine, listening, storage } = await setup();
  const { sessionId } = await listening.begin();
  const { webhooks } = engine.operator;
  expect(await webhooks.list()).toEqual([]);
  const unknown = { code: 'endpoint_not_found' };
  for (const change of [
    webhooks.read,
    webhooks.enable,
    webhooks.disable,
    webhooks.rotateSecret,
    webhooks.deliveries,
  ])
    await expect(change(sessionId)).rejects.toMatchObject(unknown);
  expect((await storage.records.find('endpoints', { id: sessionId }))!.disabledMs).not.toBeNull();
  for (const url of ['listen:', 'LISTEN:x'])
    await expect(webhooks.add({ partner: 'acme', url })).rejects.toMatchObject({ code: 'invalid_request' });
  await storage.records.amend(insertion('endpoints', anEndpoint({ partner: 'sandbox-a', id: 'ep_own' })));
  expect((await webhooks.list()).map(({ id }) => id)).toEqual(['ep_own']);
  // A webhook endpoint of the same partner is not a session, and stays when one begins or ends.
  expect(await listening.next({ sessionId: 'ep_own' })).toEqual({ kind: 'taken over' });
  await listening.end({ sessionId: 'ep_own' });
  await listening.begin();
  expect(await storage.records.find('endpoints', { id: 'ep_own' })).not.toBeNull();
});

test('D20 a waiting read is woken by a change, and not by changes elsewhere', async () => {
  const { listening, book } = await setup();
  const session = await listening.begin();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // so that only a notification wakes the read
  let next: ListenedEvents | undefined;
  const waiting = listening.next({ ...session, waitMs: HOUR_MS }).then((events) => (next = events));
  await vi.advanceTimersByTimeAsync(100);
  await book(aCaller({ locationIds: [OTHER_LOCATION_ID] }), OTHER_LOCATION_ID);
  await vi.advanceTimersByTimeAsync(300);
  expect(next).toBeUndefined();
  const id = await book(developer());
  await vi.advanceTimersByTimeAsync(200);
  expect(subjectsOf(await waiting)).toEqual([`${id} booking.created`]);
});

test('D20 a waiting read ends on takeover, on events that become due, and on its signal', async () => {
  const { listening, clock, storage } = await setup();
  const first = await listening.begin();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = listening.next({ ...first, waitMs: HOUR_MS });
  await vi.advanceTimersByTimeAsync(100);
  const second = await listening.begin();
  await vi.advanceTimersByTimeAsync(2 * SECOND_MS);
  expect(await waiting).toEqual({ kind: 'taken over' });
  const queue = second.sessionId;
  await storage.outbox.add([
    aDelivery('d', { queue, eventId: 'bk_1:x:1', dueMs: clock.nowMs + 5 * SECOND_MS }),
  ]);
  const later = listening.next({ ...second, waitMs: HOUR_MS });
  for (let passed = 0; passed < 6; passed++) {
    clock.nowMs += SECOND_MS;
    await vi.advanceTimersByTimeAsync(SECOND_MS);
  }
  expect(subjectsOf(await later)).toEqual(['bk_1 x']);
  const stop = new AbortController();
  const stopped = listening.next({ ...second, waitMs: HOUR_MS, signal: stop.signal });
  await vi.advanceTimersByTimeAsync(100);
  stop.abort();
  expect(eventsOf(await stopped)).toEqual([]);
});
