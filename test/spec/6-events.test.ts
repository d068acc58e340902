/** §6 over real sockets: what partners hear, and how they know that it is true. */
import { expect } from 'vitest';
import { Stripe } from 'stripe';
import type { Mailer } from '@bord/engine';
import { verifyWebhook } from '@bord/engine/webhooks';
import { book, inEveryRuntime, typesOf } from '../support/in-every-runtime.ts';
import { eventOf, type Received } from '../support/receiver.ts';
import { webhookRuntime, type WebhookRuntime } from '../support/webhook-runtime.ts';
import { aRequest, DEMO_ID, demoPlan, type World } from '../support/world.ts';

const OTHER_ID = '00000000-0000-4000-8000-0000000000a2';
const stripe = new Stripe('sk_test_none');

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
