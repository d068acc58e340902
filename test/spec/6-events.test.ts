/** §6 over real sockets: what partners hear, and how they know that it is true. */
import { expect } from 'vitest';
import type { Mailer } from '@bord/engine';
import { book, inEveryRuntime, typesOf } from '../support/in-every-runtime.ts';
import { eventOf } from '../support/receiver.ts';
import { webhookRuntime, type WebhookRuntime } from '../support/webhook-runtime.ts';
import { DEMO_ID, type World } from '../support/world.ts';

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
