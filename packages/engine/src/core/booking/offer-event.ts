/** What a partner is told when somebody on its waitlist is offered a table (D36). */
import type { Channel, Guest } from './booking.ts';
import { formatInstant, SECOND_MS } from '../instant.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { type Endpoint, eventGuest, hears, isOf } from './event.ts';

/** An offer to a party on the waitlist: the hold that is kept for it, and what it had asked for. */
export interface Offer {
  readonly waitingId: string;
  readonly holdId: string;
  /** Through whom the party waits: its partner hears of the offer, nobody else (D21). */
  readonly channel: Channel;
  readonly locationId: string;
  /** The start that is offered, in milliseconds since 1970. */
  readonly startMs: number;
  /** Until when the offer stands, in milliseconds since 1970. */
  readonly expiresMs: number;
  readonly partySize: number;
  /** The partner's own number for the entry; null for none. */
  readonly partnerBookingRef: string | null;
  readonly guest: Guest;
}

/**
 * The deliveries of `waitlist.offered`, for the endpoints that name it. They are written with the hold, in the same step. An entry is
 * offered a table once at most, so its id is the event's.
 *
 * @param endpoints those of the partner through whom the party waits; others are left out
 */
export function announceOffer(
  offer: Offer,
  nowMs: number,
  endpoints: readonly Endpoint[],
): readonly Delivery[] {
  const { waitingId, locationId, channel } = offer;
  const created = Math.floor(nowMs / SECOND_MS);
  const type = 'waitlist.offered';
  const eventId = `${waitingId}:${type}:${created}`;
  return endpoints
    .filter((endpoint) => isOf(endpoint, channel) && hears(endpoint, type, locationId))
    .map((endpoint) => ({
      id: `${eventId}@${endpoint.id}`,
      queue: endpoint.id,
      locationId,
      bookingId: waitingId,
      eventId,
      body: JSON.stringify({ id: eventId, type, created, data: offerData(offer, endpoint) }),
      dueMs: null,
    }));
}

function offerData(offer: Offer, { includeGuest }: Endpoint): object {
  const { waitingId, holdId, locationId, startMs, expiresMs, partySize, partnerBookingRef, guest } = offer;
  return {
    waitingId,
    holdId,
    locationId,
    startsAt: formatInstant(startMs),
    expiresAt: formatInstant(expiresMs),
    partySize,
    partnerBookingRef,
    guest: includeGuest ? eventGuest(guest) : null,
  };
}
