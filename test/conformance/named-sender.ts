/** A sound server with two endpoints: one that names no types, and one that names `availability.changed` and `waitlist.offered` (D30, D37). */
import type { ConformanceReport, ConformanceSettings } from '@bord/cli';
import { DEMO_ID } from '../support/world.ts';
import { answering, type Reply, type RequestInput } from './faults.ts';
import { freePort } from '../support/free-port.ts';
import { deliver, nowSeconds, payloadOf, SECRET } from './sender.ts';
import { check, type Fault, openTarget, type Target } from './target.ts';

/** An event, and whether it goes to the endpoint that names types. */
export interface Sent {
  // oxlint-disable-next-line typescript/no-explicit-any -- what goes out is what faults are about
  readonly payload: any;
  readonly named: boolean;
}

/** Transforms an event before it is sent; by default unchanged. */
type Wrong = (sent: Sent) => readonly Sent[];

/** How a server is wrong in its events. */
export interface WrongNaming {
  readonly change?: Wrong;
  /** Sends each change separately and immediately. */
  readonly hasty?: boolean;
  /** Sends events for changes without effect, too: moves to the own time, and holds. */
  readonly chatty?: 'moves' | 'holds';
}

/** How long `availability.changed` waits for more. */
const DELAY_MS = 5_000;

/** Runs the kit with both receivers. */
export async function checkNamedEvents(
  wrong: WrongNaming = {},
  settings: Partial<ConformanceSettings> = {},
): Promise<ConformanceReport> {
  const [port, namedPort] = [await freePort(), await freePort()];
  const target = await openTarget();
  const host = '127.0.0.1';
  const send = async (given: Sent): Promise<void> => {
    for (const { payload, named } of wrong.change?.(given) ?? [given])
      await deliver(`http://${host}:${named ? namedPort : port}/events`, payload, {});
  };
  const { fault, clock } = sending(target, send, wrong);
  const webhook = { host, port, secret: SECRET };
  return check({ ...target, clock }, fault, {
    webhook,
    namedWebhook: { host, port: namedPort },
    ...settings,
  });
}

function sending(
  target: Target,
  send: (sent: Sent) => Promise<void>,
  { hasty = false, chatty }: WrongNaming,
) {
  const { engine, clock } = target;
  const offered = new Set<string>();
  let events = 0;
  let due: { readonly date: string; readonly atMs: number } | null = null;

  async function tellChange(date: string): Promise<void> {
    const type = 'availability.changed';
    const created = nowSeconds();
    const id = `av_${++events}:${type}:${created}`;
    await send({ named: true, payload: { id, type, created, data: { locationId: DEMO_ID, dates: [date] } } });
  }

  async function changed(date: string): Promise<void> {
    if (hasty) await tellChange(date);
    else due ??= { date, atMs: clock.nowMs() + DELAY_MS };
  }

  async function tellOffers(): Promise<void> {
    for (const { id, offer, partySize, partnerBookingRef } of await engine.operator
      .at(DEMO_ID)
      .waitlist.list()) {
      if (!offer || offered.has(id)) continue;
      offered.add(id);
      const type = 'waitlist.offered';
      const created = nowSeconds();
      const [startsAt, expiresAt] = [offer.startMs, offer.expiresMs].map((ms) => new Date(ms).toISOString());
      const data = {
        waitingId: id,
        holdId: offer.id,
        locationId: DEMO_ID,
        startsAt,
        expiresAt,
        partySize,
        partnerBookingRef,
        guest: null,
      };
      await send({ named: true, payload: { id: `${id}:${type}:${created}`, type, created, data } });
    }
  }

  async function tellBooking(id: string, type: string): Promise<void> {
    await send({ named: false, payload: await payloadOf(engine, id, type) });
    await changed('2026-12-22');
  }

  async function onHold({ json }: Reply): Promise<void> {
    await changed('2026-12-22');
    if (chatty !== 'holds') return;
    const [booking] = await engine.operator.at(DEMO_ID).bookings.list();
    const payload = await payloadOf(engine, booking!.id, 'booking.created');
    const data = { ...payload.data, bookingId: json.id };
    await send({ named: false, payload: { ...payload, id: payload.id.replace(booking!.id, json.id), data } });
  }

  const cancelled = new Set<string>();
  const fault: Fault = answering(
    ({ method }) => method !== 'GET',
    async (reply, input) => {
      if (reply.status > 299 || input.key === null) return;
      await tellOf(reply, input);
      await tellOffers();
    },
  );

  async function tellOf(reply: Reply, { path, body }: RequestInput): Promise<void> {
    const isNew = reply.status === 201 && !reply.headers.has('idempotent-replayed');
    const [, id = '', action] = /^\/bookings\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (isNew && /\/(?:bookings|confirm)$/.test(path)) await tellBooking(reply.json.id, 'booking.created');
    else if (isNew && path.endsWith('/holds')) await onHold(reply);
    else if (action === 'cancel' && !cancelled.has(id)) {
      cancelled.add(id);
      await tellBooking(id, 'booking.cancelled');
    } else if (action === 'move' && (body?.startsAt !== undefined || chatty === 'moves'))
      await tellBooking(id, 'booking.updated');
  }

  const ticking: Target['clock'] = {
    ...clock,
    async sleep(ms) {
      await clock.sleep(ms);
      if (due === null || clock.nowMs() < due.atMs) return;
      const { date } = due;
      due = null;
      await tellChange(date);
    },
  };
  return { fault, clock: ticking };
}
