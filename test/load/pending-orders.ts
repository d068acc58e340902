/** The actions of servers in a race about holds and the waitlist. */
import { BookingError, type Engine, type MoveRequest, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { engineOn } from './one-booking.ts';

/** A rival's action, concurrent with all others. */
export type PendingOrder =
  | { readonly kind: 'book'; readonly startMs: number; readonly partySize: number }
  | {
      readonly kind: 'hold';
      readonly startMs: number;
      readonly partySize: number;
      readonly seconds?: number;
    }
  | { readonly kind: 'confirm'; readonly holdId: string }
  | { readonly kind: 'cancel'; readonly bookingId: string }
  | { readonly kind: 'move'; readonly bookingId: string; readonly to: MoveRequest };

/** The result: `booked`, `held`, `replayed`, `refused`, `cancelled`, `changed`, `unchanged`, or the code of an error; and the created object. */
export interface PendingReply {
  readonly order: PendingOrder;
  readonly end: string;
  readonly id: string | null;
  /** Which rival it was. */
  readonly rival: number;
}

/** The actions of one rival in a round. */
export interface PendingRound {
  readonly locationId: string;
  readonly orders: readonly PendingOrder[];
}

/** Where a rival works, how wrong its clock is, and which it is. */
export interface PendingEntry {
  readonly database: string;
  readonly offMs: number;
  readonly rival: number;
}

/** An engine whose clock is off, and whose guests have links. */
export function engineOff(storage: Storage, offMs: number): Engine {
  return engineOn(storage, { nowMs: () => Date.now() + offMs });
}

/** Executes the actions concurrently. */
export function obey(
  engine: Engine,
  { locationId, orders }: PendingRound,
  rival: number,
): Promise<PendingReply[]> {
  return Promise.all(
    orders.map(async (order) => {
      try {
        return { order, rival, ...(await carryOut(engine, locationId, order)) };
      } catch (error) {
        if (!BookingError.is(error)) throw error;
        return { order, rival, end: error.code, id: null };
      }
    }),
  );
}

async function carryOut(
  engine: Engine,
  locationId: string,
  order: PendingOrder,
): Promise<Pick<PendingReply, 'end' | 'id'>> {
  // Each request has a separate key, so that the limit of holds per key does not apply.
  const key = Math.random().toString(36).slice(2);
  const partner = engine.partner(fixtures.aCaller({ keyId: key, locationIds: [locationId] }));
  const guest = { name: 'Alva Lind', email: `${key}@example.com` };
  if (order.kind === 'move')
    return { end: (await partner.moveBooking(order.bookingId, order.to)).kind, id: order.bookingId };
  if (order.kind === 'cancel') {
    await partner.cancelBooking(order.bookingId);
    return { end: 'cancelled', id: order.bookingId };
  }
  if (order.kind === 'hold') {
    const placed = await partner.createHold(locationId, order);
    return { end: placed.kind, id: placed.kind === 'refused' ? null : placed.hold.id };
  }
  const outcome = await (order.kind === 'book'
    ? partner.createBooking(locationId, { ...order, guest })
    : partner.confirmHold(order.holdId, { guest }));
  return { end: outcome.kind, id: outcome.kind === 'refused' ? null : outcome.booking.id };
}
