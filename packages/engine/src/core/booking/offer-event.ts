/** The event for a partner about an offer to a party on its waitlist (D36). */
import type { Channel, Guest } from './booking.ts';
import { formatInstant, SECOND_MS } from '../instant.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { type Endpoint, eventGuest, hears, isOf } from './event.ts';

/** An offer to a waiting party: its hold, and the requested fields. */
export interface Offer {
  readonly waitingId: string;
  readonly holdId: string;
  /** The channel of the entry: only its partner gets the event (D21). */
  readonly channel: Channel;
  readonly locationId: string;
  /** The offered start, in milliseconds since 1970. */
  readonly startMs: number;
  /** The end of the offer, in milliseconds since 1970. */
  readonly expiresMs: number;
  readonly partySize: number;
  /** The partner's reference for the entry; null for none. */
  readonly partnerBookingRef: string | null;
  readonly guest: Guest;
}

/**
 * The deliveries of `waitlist.offered`, for the endpoints that name it, written in the step of the hold. An entry is
 * offered a table again only if an undo has withdrawn the first offer before it was announced (D54).
 *
 * @param endpoints those of the partner of the entry; others are omitted
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
