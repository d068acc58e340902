/** §6, where the target sends its events to the run. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { instantOf } from '../days.ts';
import { field, shortened, shown } from '../exchange.ts';
import type { Delivery, Receiver } from '../receiver.ts';
import { needing, rule, type Violation, type Rule } from '../rule.ts';
import { ARRIVAL_MS, waitFor } from '../fixtures/deliveries.ts';
import { madeBooking, readBack } from '../fixtures/bookings.ts';
import { cancelled, pairId } from '../fixtures/idempotency.ts';
import { event, faultIn } from '../shapes.ts';
import { CannotTell } from '../errors.ts';
import { fixture, type Run, unlessUntold } from '../run.ts';

const REPEAT_MS = 25_000;
const TOLERANCE_SECONDS = 300;

function receiver(run: Run): Receiver {
  if (!run.receiver) throw new CannotTell('no events are received');
  return run.receiver;
}

const bookingId = ({ json }: Delivery): unknown => field(field(json, 'data'), 'bookingId');

function eventOf(run: Run, type: string, id: string): Promise<Delivery | null> {
  return waitFor(run, receiver(run), ARRIVAL_MS, (deliveries) =>
    deliveries.find((delivery) => field(delivery.json, 'type') === type && bookingId(delivery) === id),
  );
}

const createdEvent = fixture(async (run) => eventOf(run, 'booking.created', (await madeBooking(run)).id));

const cancelledEvent = fixture(async (run) => {
  const { status } = await cancelled(run);
  if (status !== 200) throw new CannotTell('no booking was cancelled');
  return eventOf(run, 'booking.cancelled', await pairId(run));
});

async function eachEvent(
  run: Run,
  expected: string,
  faultOf: (delivery: Delivery) => string | null,
): Promise<Violation | null> {
  await unlessUntold(createdEvent(run));
  await unlessUntold(cancelledEvent(run));
  const { deliveries } = receiver(run);
  if (deliveries.length === 0) throw new CannotTell('no event arrived');
  for (const delivery of deliveries) {
    const got = faultOf(delivery);
    if (got !== null) return { expected, got };
  }
  return null;
}

const TYPES = ['booking.created', 'booking.updated', 'booking.cancelled'];

const PAYLOAD: readonly Rule[] = [
  ...needing(
    'receive',
    rule('§6.1/created', 'a booking that is made sends booking.created', async (run) => {
      const { exchange } = await madeBooking(run);
      return (await createdEvent(run))
        ? null
        : { expected: 'booking.created', got: 'none within 15 s', exchange };
    }),
    rule('§6.1/cancelled', 'a booking that is cancelled sends booking.cancelled', async (run) => {
      const delivery = await cancelledEvent(run);
      const exchange = await cancelled(run);
      return delivery ? null : { expected: 'booking.cancelled', got: 'none within 15 s', exchange };
    }),
    rule('§6.2/shape', 'an event has id, type, created and data', (run) =>
      eachEvent(run, 'the fields of §6.2', ({ json }) => faultIn(event, json)),
    ),
    rule('§6.2/type', 'its type is one of three', (run) =>
      eachEvent(run, TYPES.join(', '), ({ json }) => {
        const type = field(json, 'type');
        return TYPES.includes(shown(type)) ? null : shown(type);
      }),
    ),
    rule('§6.2/id', 'its id is <booking id>:<type>:<unix seconds>', (run) =>
      eachEvent(run, '<booking_id>:<event_type>:<unix_seconds>', (delivery) => {
        const id = shown(field(delivery.json, 'id'));
        const stem = `${shown(bookingId(delivery))}:${shown(field(delivery.json, 'type'))}:`;
        return id.startsWith(stem) && /^\d{9,11}$/.test(id.slice(stem.length)) ? null : id;
      }),
    ),
    rule('§6.2/booking', 'its data are those of the booking', async (run) => {
      const delivery = await createdEvent(run);
      if (!delivery) throw new CannotTell('booking.created did not arrive');
      const { json, status } = await readBack(run);
      if (status !== 200) throw new CannotTell('the booking could not be read');
      const data = field(delivery.json, 'data');
      for (const name of [
        'locationId',
        'status',
        'startsAt',
        'partySize',
        'source',
        'channel',
        'partnerBookingRef',
      ]) {
        const [expected, got] = [json, data].map((from) => comparable(name, field(from, name)));
        if (got !== expected) return { expected: `${name}: ${expected}`, got: `${got}` };
      }
      const ends = instantOf(field(data, 'endsAt')) > instantOf(field(data, 'startsAt'));
      return ends ? null : { expected: 'endsAt after startsAt', got: shown(field(data, 'endsAt')) };
    }),
    rule('§6.2/guest', 'its guest is null, or for an endpoint that opted in the guest as booked', (run) =>
      eachEvent(run, 'null, or name, email and phone as they were sent', ({ json }) => {
        const guest = field(field(json, 'data'), 'guest');
        const isOwn =
          field(guest, 'email') === 'conformance@example.com' && field(guest, 'name') === 'Bord conformance';
        return guest === null || isOwn ? null : JSON.stringify(guest);
      }),
    ),
  ),
];

/** Instants by their time, all else as text. */
function comparable(name: string, value: unknown): string {
  return name === 'startsAt' ? `${instantOf(value)}` : shown(value ?? null).toLowerCase();
}

const DELIVERY: readonly Rule[] = [
  ...needing(
    'receive',
    rule('§6.3/event-id', 'x-partner-event-id is the id of the event', (run) =>
      eachEvent(run, 'the id of the payload', ({ json, headers }) =>
        headers['x-partner-event-id'] === field(json, 'id')
          ? null
          : `${shown(headers['x-partner-event-id'])} for ${shown(field(json, 'id'))}`,
      ),
    ),
    rule('§6.3/content-type', 'it is sent as application/json', (run) =>
      eachEvent(run, 'application/json', ({ headers: { 'content-type': type = 'none' } }) =>
        /^application\/json\b/i.test(type) ? null : type,
      ),
    ),
    rule('§6.4/signature', 'it is signed with the endpoint’s secret: t=…,v1=…', (run) =>
      eachEvent(run, 't=<unix seconds>,v1=<HMAC-SHA256 of t.body, lower-case hex>', (delivery) =>
        isSigned(delivery, run.settings.webhook!.secret) ? null : signatureOf(delivery),
      ),
    ),
    rule('§6.4/time', 'its t is the time of the delivery', (run) =>
      eachEvent(run, 'no more than 300 s from now', (delivery) => {
        const t = Number(/(?:^|,)t=(\d+)/.exec(signatureOf(delivery))?.[1]);
        const isNear = Math.abs(delivery.arrivedMs / 1000 - t) <= TOLERANCE_SECONDS;
        return isNear ? null : signatureOf(delivery);
      }),
    ),
    rule(
      '§6.5/repeated',
      'a delivery that was answered with 500 is repeated, with the same id and body',
      async (run) => {
        await unlessUntold(createdEvent(run));
        const [first] = receiver(run).deliveries;
        if (!first) throw new CannotTell('no event arrived');
        const id = field(first.json, 'id');
        const again = await waitFor(run, receiver(run), REPEAT_MS, ([, ...later]) =>
          later.find((delivery) => field(delivery.json, 'id') === id),
        );
        if (!again) return { expected: `${shown(id)} again after about 10 s`, got: 'none within 25 s' };
        const isSame = again.rawBody.equals(first.rawBody);
        return isSame ? null : { expected: 'the same body', got: shortened(again.rawBody.toString()) };
      },
    ),
  ),
];

export const EVENTS: readonly Rule[] = [...PAYLOAD, ...DELIVERY];

function signatureOf({ headers }: Delivery): string {
  return shown(headers['x-partner-signature']);
}

/** §6.4; while a secret is being rotated there may be more than one `v1`. */
function isSigned(delivery: Delivery, secret: string): boolean {
  const [, t, rest] = /^t=(\d+)((?:,v1=[\da-f]{64})+)$/.exec(signatureOf(delivery)) ?? [];
  if (t === undefined || rest === undefined) return false;
  const expected = Buffer.from(
    createHmac('sha256', secret).update(`${t}.`).update(delivery.rawBody).digest('hex'),
  );
  return rest
    .split(',v1=')
    .slice(1)
    .some((given) => timingSafeEqual(Buffer.from(given), expected));
}
