/** What a partner is told when one of its bookings changes (§6). */
import type { Booking } from './booking.ts';
import type { Delivery } from './diary.ts';
import { formatInstant } from './instant.ts';
import { SECOND_MS } from './interval.ts';

export const EVENT_TYPES = ['booking.created', 'booking.updated', 'booking.cancelled'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A partner's URL that hears of its bookings (§2.13, D21). */
export interface Endpoint {
  readonly id: string;
  /** Slug of the partner. */
  readonly partner: string;
  readonly url: string;
  /** What it has subscribed to; null for every type. */
  readonly eventTypes: readonly EventType[] | null;
  /** The locations it is locked to; null for every one. */
  readonly locationIds: readonly string[] | null;
  /** Guest data is sent along: only where a processing agreement exists. */
  readonly includeGuest: boolean;
}

/** A change of a booking with all that has to be told about it. */
export interface Announcement {
  /** The booking, which now remembers the event. */
  readonly booking: Booking;
  /** One for each endpoint that listens. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Announces a change. Event ids name the second of their event; the second event of one type of a booking within a
 * second is moved on by one, so that no id is ever used twice (D22).
 */
export function announce(
  booking: Booking,
  type: EventType,
  nowMs: number,
  endpoints: readonly Endpoint[],
): Announcement {
  const created = Math.max(Math.floor(nowMs / SECOND_MS), (booking.lastEventSeconds[type] ?? -Infinity) + 1);
  const eventId = `${booking.id}:${type}:${created}`;
  return {
    booking: { ...booking, lastEventSeconds: { ...booking.lastEventSeconds, [type]: created } },
    deliveries: endpoints
      .filter((endpoint) => hears(endpoint, booking, type))
      .map((endpoint) => ({
        id: `${eventId}@${endpoint.id}`,
        endpointId: endpoint.id,
        locationId: booking.locationId,
        eventId,
        body: JSON.stringify({ id: eventId, type, created, data: eventData(booking, endpoint.includeGuest) }),
      })),
  };
}

function hears(endpoint: Endpoint, booking: Booking, type: EventType): boolean {
  return (
    booking.channel === `partner:${endpoint.partner}` &&
    (endpoint.eventTypes?.includes(type) ?? true) &&
    (endpoint.locationIds?.includes(booking.locationId) ?? true)
  );
}

function eventData(booking: Booking, includeGuest: boolean): object {
  const { name, email, phone } = booking.guest;
  return {
    bookingId: booking.id,
    locationId: booking.locationId,
    status: booking.status,
    startsAt: formatInstant(booking.startMs),
    endsAt: formatInstant(booking.endMs),
    partySize: booking.partySize,
    source: booking.source,
    channel: booking.channel,
    partnerBookingRef: booking.partnerBookingRef,
    guest: includeGuest ? { name, email, phone } : null,
  };
}
