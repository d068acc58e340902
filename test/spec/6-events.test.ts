/** §6 over real sockets: what partners hear, when, and how they know that it is true. */
import { expect } from 'vitest';
import { Stripe } from 'stripe';
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import type { Mailer } from '@bord/engine';
import { verifyWebhook } from '@bord/engine/webhooks';
import { checkDelivery } from '../support/openapi-traffic.ts';
import { eventOf, openReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { webhookRuntime, type WebhookRuntime } from '../support/webhook-runtime.ts';
import { aRequest, bookingsPath, DEMO_ID, demoPlan, inEveryWorld, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const stripe = new Stripe('sk_test_none');

function inEveryRuntime(
  title: string,
  run: (world: World, runtime: WebhookRuntime, receiver: Receiver) => Promise<void>,
): void {
  const inRuntime = async (world: World): Promise<void> => {
    const [runtime, receiver] = [webhookRuntime(world), await openReceiver()];
    try {
      await run(world, runtime, receiver);
      for (const { headers, rawBody } of receiver.received) checkDelivery(headers, rawBody);
    } finally {
      await runtime.close();
      await receiver.close();
    }
  };
  inEveryWorld(title, inRuntime, ['fetch']);
}

const typesOf = (receiver: Receiver): string[] => receiver.received.map((delivery) => eventOf(delivery).type);

async function book(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await world.post(bookingsPath, aRequest(given));
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

inEveryRuntime(
  '§6.1 creation, move and cancellation are told, each with the state that it led to',
  async (world, runtime, receiver) => {
    await runtime.endpoint(receiver.url);
    const id = await book(world, { partnerBookingRef: 'ref-1' });
    await world.clock.pass(1000);
    await world.engine.operator.bookings.move(id, { partySize: 3 });
    await world.clock.pass(1000);
    await world.post(`/bookings/${id}/cancel`);
    await runtime.engine.background.deliverDue();
    const events = receiver.received.map(eventOf).toSorted((a, b) => a.id.localeCompare(b.id));
    expect(
      events.map(({ type, data }) => [type, data['status'], data['partySize'], data['partnerBookingRef']]),
    ).toEqual([
      ['booking.cancelled', 'cancelled', 3, 'ref-1'],
      ['booking.created', 'confirmed', 2, 'ref-1'],
      ['booking.updated', 'confirmed', 3, 'ref-1'],
    ]);
  },
);

inEveryRuntime(
  '§6.1 every way in which a booking changes tells of it, once',
  async (world, runtime, receiver) => {
    await runtime.endpoint(receiver.url);
    const { engine } = world;
    const sends = async (change: () => Promise<unknown>, type: string | null): Promise<void> => {
      await world.clock.pass(1000);
      const before = receiver.received.length;
      await change();
      await runtime.engine.background.deliverDue();
      expect(typesOf(receiver).slice(before)).toEqual(type === null ? [] : [type]);
    };
    let id = '';
    await sends(async () => (id = await book(world, { idempotencyKey: 'k' })), 'booking.created');
    await sends(() => book(world, { idempotencyKey: 'k' }), null);
    await sends(() => engine.operator.bookings.move(id, { partySize: 4 }), 'booking.updated');
    await sends(() => engine.operator.bookings.move(id, { partySize: 4 }), null);
    await sends(() => engine.operator.bookings.pin(id, true), null);
    await sends(() => engine.operator.bookings.complete(id), 'booking.updated');
    await sends(() => engine.operator.bookings.undo(id), 'booking.updated');
    await sends(() => engine.operator.bookings.markNoShow(id), 'booking.updated');
    await sends(() => engine.operator.bookings.undo(id), 'booking.updated');
    await sends(() => engine.operator.bookings.cancel(id), 'booking.cancelled');
    await sends(() => world.post(`/bookings/${id}/cancel`), null);
    const tokens: (string | null)[] = [];
    const mailer: Mailer = {
      isLocal: true,
      send: async (message) => void ('manageToken' in message && tokens.push(message.manageToken)),
      erase: async () => 0,
      purge: async () => 0,
      close: async () => undefined,
    };
    const writing = webhookRuntime(world, { mailer });
    await sends(async () => (id = await bookAsAcme(writing, world)), 'booking.created');
    await sends(() => writing.engine.background.deliverDue(), null);
    await sends(() => writing.engine.guest(tokens[0]!).move({ partySize: 3 }), 'booking.updated');
    await sends(() => writing.engine.guest(tokens[0]!).cancel(), 'booking.cancelled');
    await sends(() => writing.engine.guest(tokens[0]!).cancel(), null);
    await sends(() => book(world), 'booking.created');
    await world.clock.pass(25 * 3_600_000);
    await sends(() => writing.engine.background.sweepSandbox(DEMO_ID), 'booking.cancelled');
    await sends(() => writing.engine.background.sweepSandbox(DEMO_ID), null);
    await writing.close();
    const ids = receiver.received.map((delivery) => eventOf(delivery).id);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

/** Books as a partner would, through an engine that writes to guests. */
async function bookAsAcme({ engine }: WebhookRuntime, { key }: World): Promise<string> {
  const outcome = await engine.partner(await engine.authenticate(key)).createBooking(DEMO_ID, {
    startMs: Date.UTC(2026, 11, 1, 18),
    partySize: 2,
    guest: { name: 'Alva Lind', email: 'alva@example.com', phone: '+46 70 1', notes: null, language: 'sv' },
    partnerBookingRef: null,
    idempotencyKey: null,
  });
  if (outcome.kind !== 'booked') throw new Error(outcome.kind);
  return outcome.booking.id;
}

inEveryRuntime(
  'D21 nobody hears of another partner’s bookings, nor of the operator’s own',
  async (world, runtime, receiver) => {
    await runtime.endpoint(receiver.url, { partner: 'other' });
    await book(world);
    const startMs = Date.UTC(2026, 11, 1, 18);
    const guest = { name: 'Walk-in', email: null, phone: null, notes: null, language: null };
    await world.engine.operator.bookings.create(DEMO_ID, {
      startMs,
      partySize: 2,
      guest,
      partnerBookingRef: null,
      idempotencyKey: null,
    });
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    expect(receiver.received).toEqual([]);
  },
);

inEveryRuntime(
  '§2.13 an endpoint hears of the types and locations that it chose; the guest comes only with the opt-in',
  async (world, runtime, receiver) => {
    await world.engine.operator.locations.apply({ ...demoPlan, name: 'Other' }, OTHER_ID);
    const { key } = await world.makeKey({ locationIds: [DEMO_ID, OTHER_ID] });
    const to = (name: string): string => `${receiver.url}/${name}`;
    await runtime.endpoint(to('cancelled'), { eventTypes: ['booking.cancelled'] });
    await runtime.endpoint(to('other'), { locationIds: [OTHER_ID] });
    await runtime.endpoint(to('guest'), { includeGuest: true });
    await runtime.endpoint(to('plain'));
    const id = await book(world);
    const elsewhere = await world.post(
      `/locations/${OTHER_ID}/bookings`,
      aRequest({ phone: '+46 70 1' }),
      key,
    );
    await world.post(`/bookings/${id}/cancel`);
    await runtime.engine.background.deliverDue();
    const heard = (name: string): string[] =>
      receiver.received
        .filter(({ url }) => url.endsWith(`/${name}`))
        .map(
          (delivery) =>
            `${eventOf(delivery).type} ${eventOf(delivery).data['bookingId'] === id ? 'here' : 'there'}`,
        )
        .toSorted();
    expect(heard('cancelled')).toEqual(['booking.cancelled here']);
    expect(heard('other')).toEqual(['booking.created there']);
    const all = ['booking.cancelled here', 'booking.created here', 'booking.created there'];
    expect([heard('guest'), heard('plain')]).toEqual([all, all]);
    for (const delivery of receiver.received) {
      const { data } = eventOf(delivery);
      const isThere = data['bookingId'] === (elsewhere.body as { id: string }).id;
      const guest = { name: 'Alva Lind', email: 'alva@example.com', phone: isThere ? '+46 70 1' : null };
      expect(data['guest']).toEqual(delivery.url.endsWith('/guest') ? guest : null);
    }
  },
);

inEveryRuntime(
  '§6.3 §6.4 headers and signature are as an independent client wants them, on the raw bytes',
  async (world, runtime, receiver) => {
    const { secret } = await runtime.endpoint(receiver.url);
    expect(secret).toMatch(/^whsec_/);
    await book(world, { name: 'Åsa 🍽 "quoted"', partnerBookingRef: 'räf/1' });
    await runtime.engine.background.deliverDue();
    const [{ headers, rawBody }] = receiver.received as [Received];
    const signature = headers['x-partner-signature'] as string;
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-partner-event-id']).toBe(eventOf(receiver.received[0]!).id);
    expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const nowSeconds = Math.floor(world.clock.nowMs() / 1000);
    const checked = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      300,
      undefined,
      nowSeconds * 1000,
    );
    expect(checked.id).toBe(headers['x-partner-event-id']);
    expect(verifyWebhook({ secret, signature, rawBody, nowSeconds }).data.partnerBookingRef).toBe('räf/1');
    // The check can fail: another secret, another byte, another hour.
    const rejects = (body: Buffer, key: string, now: number): void => {
      expect(() =>
        stripe.webhooks.constructEvent(body, signature, key, 300, undefined, now * 1000),
      ).toThrow();
      expect(() => verifyWebhook({ secret: key, signature, rawBody: body, nowSeconds: now })).toThrow();
    };
    rejects(rawBody, `${secret}x`, nowSeconds);
    rejects(Buffer.concat([rawBody, Buffer.from(' ')]), secret, nowSeconds);
    rejects(rawBody, secret, nowSeconds + 301);
  },
);

inEveryRuntime(
  'D24 while a secret is rotated deliveries carry both signatures, the new one first, and then one',
  async (world, runtime, receiver) => {
    const { endpoint, secret: old } = await runtime.endpoint(receiver.url);
    const { secret: fresh } = await runtime.engine.operator.webhooks.rotateSecret(endpoint.id, 3_600_000);
    await book(world);
    await runtime.engine.background.deliverDue();
    await world.clock.pass(3_600_000);
    await book(world, { startsAt: '2026-12-01T19:00:00Z' });
    await runtime.engine.background.deliverDue();
    const accepts = (i: number, secret: string): boolean => {
      const { headers, rawBody } = receiver.received[i]!;
      const signature = headers['x-partner-signature'] as string;
      try {
        verifyWebhook({ secret, signature, rawBody, nowSeconds: Number(/t=(\d+)/.exec(signature)![1]) });
        return true;
      } catch {
        return false;
      }
    };
    expect([accepts(0, old), accepts(0, fresh), accepts(1, old), accepts(1, fresh)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const first = receiver.received[0]!.headers['x-partner-signature'] as string;
    const newAlone = first.replace(/,v1=[0-9a-f]+$/, '');
    const { rawBody } = receiver.received[0]!;
    const nowSeconds = Number(/t=(\d+)/.exec(first)![1]);
    expect(verifyWebhook({ secret: fresh, signature: newAlone, rawBody, nowSeconds }).type).toBe(
      'booking.created',
    );
  },
);

inEveryRuntime(
  '§6.5 D23 retries come 10 s, 1, 5 and 30 min after each failure, with the same id and bytes and a fresh signature',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    receiver.answer = 500;
    await book(world);
    const startedMs = world.clock.nowMs();
    const attemptsAt: number[] = [];
    const step = 1000;
    while (attemptsAt.length < 5 && world.clock.nowMs() - startedMs < 40 * 60_000) {
      if ((await runtime.engine.background.deliverDue()) > 0)
        attemptsAt.push((world.clock.nowMs() - startedMs) / 1000);
      const next = (await world.storage.outbox.nextDueInMs()) ?? step;
      await world.clock.pass(Math.max(step, Math.floor((next - 1) / step) * step));
    }
    // Each pause begins when the attempt before it has failed.
    const pauses = attemptsAt.slice(1).map((at, i) => at - attemptsAt[i]!);
    for (const [i, wanted] of [10, 60, 300, 1800].entries()) {
      expect(pauses[i]).toBeGreaterThanOrEqual(wanted - 1);
      expect(pauses[i]).toBeLessThanOrEqual(wanted + 1);
    }
    await world.clock.pass(86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    expect(receiver.received).toHaveLength(5);
    const [first] = receiver.received;
    for (const { headers, rawBody } of receiver.received) {
      expect(headers['x-partner-event-id']).toBe(first!.headers['x-partner-event-id']);
      expect(rawBody.equals(first!.rawBody)).toBe(true);
    }
    const signatures = receiver.received.map(({ headers }) => headers['x-partner-signature'] as string);
    expect(new Set(signatures).size).toBe(5);
    const last = signatures.at(-1)!;
    const nowSeconds = Number(/t=(\d+)/.exec(last)![1]);
    expect(nowSeconds - startedMs / 1000).toBeGreaterThan(2100);
    expect(verifyWebhook({ secret, signature: last, rawBody: first!.rawBody, nowSeconds }).type).toBe(
      'booking.created',
    );
    const [record] = await runtime.engine.operator.webhooks.deliveries(endpoint.id);
    expect(record).toMatchObject({ state: 'failed', failures: 5 });
    expect(record!.attempts.map(({ outcome, status }) => [outcome, status])).toEqual(
      [1, 2, 3, 4, 5].map(() => ['status 500', 500]),
    );
    expect((await runtime.engine.operator.webhooks.read(endpoint.id)).failedInARow).toBe(1);
  },
);

inEveryRuntime(
  'D23 the events of a disabled endpoint wait, go out when it is enabled, and are dropped after 7 days',
  async (world, runtime, receiver) => {
    const { endpoint } = await runtime.endpoint(receiver.url);
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    await book(world);
    // The nightly work goes by the clock that the waiting events were written by.
    const { storage, storageClock: clock } = world;
    const keeper = webhookRuntime({ storage: { ...storage, nowMs: async () => clock.nowMs() }, clock });
    await keeper.engine.background.runMaintenance();
    /** So many nights, in which nobody looked after the house until the last. */
    const nights = async (ms: number): Promise<void> => {
      await world.clock.pass(ms);
      await keeper.engine.operator.maintenance.acceptTime();
      expect(await keeper.engine.background.runMaintenance()).toContain('deliveries');
    };
    await nights(6 * 86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    expect(await runtime.engine.background.deliverDue()).toBe(1);
    expect(typesOf(receiver)).toEqual(['booking.created']);
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    await book(world, { startsAt: '2026-12-08T18:00:00Z' });
    await nights(7 * 86_400_000 + 1000);
    await keeper.close();
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    expect((await runtime.engine.operator.webhooks.deliveries(endpoint.id))[0]!.state).toBe('dropped');
  },
);

inEveryRuntime('D23 a redirect is a failure, and nobody follows it', async (world, runtime, receiver) => {
  const trap = await openReceiver();
  await runtime.endpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(307, { location: trap.url }).end();
  await book(world);
  await runtime.engine.background.deliverDue();
  const [endpoint] = await runtime.engine.operator.webhooks.list();
  const [record] = await runtime.engine.operator.webhooks.deliveries(endpoint!.id);
  expect(record!.attempts[0]).toMatchObject({ outcome: 'redirect', status: 307 });
  expect(trap.received).toEqual([]);
  await trap.close();
});

inEveryRuntime(
  '§6.5 replay and test post once, signed afresh, also to a disabled endpoint, and count as nothing',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    receiver.answer = 500;
    await book(world);
    await runtime.engine.background.deliverDue();
    await runtime.engine.operator.webhooks.disable(endpoint.id);
    const eventId = eventOf(receiver.received[0]!).id;
    const failing = await runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId });
    expect(failing).toMatchObject({ delivered: false, attempt: { by: 'replay', status: 500 } });
    receiver.answer = 200;
    expect(await runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId })).toMatchObject(
      {
        delivered: true,
        eventId,
      },
    );
    const tested = await runtime.engine.operator.webhooks.test(endpoint.id);
    expect(tested.delivered).toBe(true);
    expect(receiver.received.map((delivery) => eventOf(delivery).id)).toEqual([
      eventId,
      eventId,
      eventId,
      tested.eventId,
    ]);
    expect(receiver.received[2]!.rawBody.equals(receiver.received[0]!.rawBody)).toBe(true);
    for (const { headers, rawBody } of receiver.received) {
      const signature = headers['x-partner-signature'] as string;
      const nowSeconds = Math.floor(world.clock.nowMs() / 1000);
      expect(verifyWebhook({ secret, signature, rawBody, nowSeconds }).id).toBe(
        headers['x-partner-event-id'],
      );
    }
    expect((await runtime.engine.operator.webhooks.read(endpoint.id)).failedInARow).toBe(0);
    const [test, event] = await runtime.engine.operator.webhooks.deliveries(endpoint.id);
    expect([test!.state, event!.state]).toEqual(['delivered', 'delivered']);
    expect(event!.attempts.map(({ by }) => by)).toEqual(['worker', 'replay', 'replay']);
    // Nothing of it is sent once more.
    await runtime.engine.operator.webhooks.enable(endpoint.id);
    await world.clock.pass(86_400_000);
    expect(await runtime.engine.background.deliverDue()).toBe(0);
    await expect(
      runtime.engine.operator.webhooks.replay({ endpointId: endpoint.id, eventId: 'bk_0:booking.created:1' }),
    ).rejects.toMatchObject({
      code: 'event_not_found',
    });
  },
);

inEveryRuntime(
  'D25 an endpoint on http or in a private network is not registered unless the operator allows it',
  async (world) => {
    const webhooks = createWebhookSender();
    const strict = webhookRuntime(world, { webhooks });
    for (const url of [
      'http://a.example/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://u:p@a.example/x',
      'nonsense',
    ])
      await expect(strict.endpoint(url), url).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await strict.endpoint('https://a.example/x')).endpoint.url).toBe('https://a.example/x');
    await strict.close();
    await webhooks.close();
  },
);

inEveryRuntime(
  '§2.13 a signing secret stands nowhere in the storage, and without a secret key there is none',
  async (world, runtime, receiver) => {
    const { endpoint, secret } = await runtime.endpoint(receiver.url);
    expect(JSON.stringify(await world.storage.endpoints.list())).not.toContain(secret.slice(6));
    const bare = webhookRuntime(world, { secretKeys: [] });
    await expect(bare.endpoint(receiver.url)).rejects.toMatchObject({ code: 'invalid_request' });
    await bare.close();
    // A server with a wrong key neither uses up attempts nor disables anybody.
    const wrong = webhookRuntime(world, { secretKeys: [new Uint8Array(32)] });
    await book(world);
    await wrong.engine.background.deliverDue();
    await expect(wrong.close()).rejects.toThrow('sealed with another secret key');
    expect((await runtime.engine.operator.webhooks.deliveries(endpoint.id))[0]).toMatchObject({
      state: 'waiting',
      failures: 0,
    });
    await world.clock.pass(61_000);
    await runtime.engine.background.deliverDue();
    expect(receiver.received).toHaveLength(1);
    // Where the key is lost for good, a new secret mends it at once, whatever the old one was.
    await book(world, { startsAt: '2026-12-01T19:00:00Z' });
    const anew = webhookRuntime(world, { secretKeys: [new Uint8Array(32)] });
    await anew.engine.operator.webhooks.rotateSecret(endpoint.id, 3_600_000);
    await anew.engine.background.deliverDue();
    expect(receiver.received).toHaveLength(2);
    await anew.close();
  },
);
