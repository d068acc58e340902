/** A correct server that sends events (§6), with optional faults. Each is sent before its request is answered. */
import { createHmac } from 'node:crypto';
import type { ConformanceReport } from '@bord/cli';
import { freePort } from '../support/free-port.ts';
import { answering, either, isCancel, isCreate } from './faults.ts';
import { check, type Fault, openTarget, type Target } from './target.ts';

export const SECRET = 'whsec_9f2c61d0b7e84a53';

/** An event on its way. */
export interface Sending {
  // oxlint-disable-next-line typescript/no-explicit-any -- what goes out is what faults are about
  readonly payload: any;
  readonly attempt: number;
}

/** The faults of the sender. */
export interface Missending {
  /** Changes the payload in place. */
  readonly payload?: (sending: Sending) => unknown;
  readonly headers?: (headers: Record<string, string>, sending: Sending, body: string) => unknown;
  /** Types that are not sent. */
  readonly silentOn?: string;
  readonly attempts?: number;
}

const sign = (t: number, body: string, secret = SECRET): string =>
  `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

function sending(url: string, wrong: Missending): Fault {
  const cancelled = new Set<string>();
  return answering(either(isCreate, isCancel), async (reply, { path, key }, { engine }) => {
    const [, cancelledId] = /^\/bookings\/(.+)\/cancel$/.exec(path) ?? [];
    const isNew = reply.status === 201 && !reply.headers.has('idempotent-replayed');
    const id =
      reply.status === 200 && !cancelled.has(cancelledId!) ? cancelledId : isNew ? reply.json.id : undefined;
    if (id === undefined || key === null) return;
    if (cancelledId !== undefined) cancelled.add(cancelledId);
    const type = cancelledId === undefined ? 'booking.created' : 'booking.cancelled';
    if (wrong.silentOn === type) return;
    await deliver(url, await payloadOf(engine, id, type), wrong);
  });
}

export async function payloadOf(
  engine: Target['engine'],
  id: string,
  type: string,
): Promise<Sending['payload']> {
  const { startMs, endMs, guest: _guest, ...booking } = await engine.operator.bookings.read(id);
  const { locationId, status, partySize, source, channel, partnerBookingRef } = booking;
  const created = nowSeconds();
  const times = { startsAt: new Date(startMs).toISOString(), endsAt: new Date(endMs).toISOString() };
  const data = {
    bookingId: id,
    locationId,
    status,
    ...times,
    partySize,
    source,
    channel,
    partnerBookingRef,
    guest: null,
  };
  return { id: `${id}:${type}:${created}`, type, created, data };
}

export async function deliver(url: string, payload: Sending['payload'], wrong: Missending): Promise<void> {
  for (let attempt = 1; attempt <= (wrong.attempts ?? 2); attempt++) {
    const mine = { payload: structuredClone(payload), attempt };
    wrong.payload?.(mine);
    const body = JSON.stringify(mine.payload);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-partner-event-id': mine.payload.id,
      'x-partner-signature': sign(nowSeconds(), body),
    };
    wrong.headers?.(headers, mine, body);
    const response = await fetch(url, { method: 'POST', headers, body });
    if (response.ok) return;
  }
}

export const signedWith = (secret: string) => (headers: Record<string, string>, _: Sending, body: string) =>
  (headers['x-partner-signature'] = sign(nowSeconds(), body, secret));

export const signedAt = (t: () => number) => (headers: Record<string, string>, _: Sending, body: string) =>
  (headers['x-partner-signature'] = sign(t(), body));

/** Runs the kit with a receiver, against a server that sends its events there. */
export async function checkEvents(wrong: Missending = {}): Promise<ConformanceReport> {
  const port = await freePort();
  const webhook = { host: '127.0.0.1', port, secret: SECRET };
  return check(await openTarget(), sending(`http://127.0.0.1:${port}/events`, wrong), {
    webhook,
    added: false,
  });
}
