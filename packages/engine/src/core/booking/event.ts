/** Webhook events about bookings (§6), and the endpoints that get them. */
import type { Booking, Channel, Guest } from './booking.ts';
import type { Delivery } from '../outbox/delivery.ts';
import { type BookingEventType, type EventType, SPECIFIED_EVENT_TYPES } from '../outbox/event-type.ts';
import { formatInstant, SECOND_MS } from '../instant.ts';

/** A webhook endpoint: a URL that gets events of its partner's bookings (§2.13, D21), or of all bookings of its locations (D56). */
export interface Endpoint {
  /** `ep_` and letters and digits; also the name of its queue in the outbox. */
  readonly id: string;
  /** Slug of the partner; null for an endpoint of the operator, which receives the events of every channel at its locations (D56). */
  readonly partner: string | null;
  /** The URL for events, at most 2,048 characters. */
  readonly url: string;
  /** The subscribed types; null for the three types of §6.1, without later types (D30). */
  readonly eventTypes: readonly EventType[] | null;
  /** The location list; null for all locations, except that `availability.changed` requires a valid API key of the partner that can see the location. */
  readonly locationIds: readonly string[] | null;
  /** Whether events contain guest data: only with a processing agreement. */
  readonly includeGuest: boolean;
  /** The secrets that sign its deliveries, newest first; more than one only during a rotation (D24). */
  readonly secrets: readonly SigningSecret[];
  /** When it was registered, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The number of consecutive events that failed permanently (§6.5). */
  readonly failedInARow: number;
  /** Since when it is disabled, and its events wait; null while it is enabled. */
  readonly disabledMs: number | null;
}

/** A stored signing secret, encrypted. */
export interface SigningSecret {
  /** The secret, encrypted with the configured secret key. */
  readonly sealed: string;
  /** The end of its validity; null: until it is rotated. */
  readonly endsMs: number | null;
}

/** A change of a booking with all its events. */
export interface Announcement {
  /** The booking, with the event recorded. */
  readonly booking: Booking;
  /** One for each endpoint that gets it. */
  readonly deliveries: readonly Delivery[];
}

/**
 * Announces a change. Event ids contain the second of their event. A second event of one type of a booking within a second is moved by one, so
 * that no id is repeated (D22). An event is never older than the booking's creation, which a process with a fast clock can have announced. E-mails
 * of a booking are numbered by these seconds.
 */
export function announce(
  booking: Booking,
  type: BookingEventType,
  nowMs: number,
  endpoints: readonly Endpoint[],
): Announcement {
  const { [type]: last = -Infinity, 'booking.created': first = -Infinity } = booking.lastEventSeconds;
  const created = Math.max(Math.floor(nowMs / SECOND_MS), last + 1, first);
  const eventId = `${booking.id}:${type}:${created}`;
  const deliveries: Delivery[] = [];
  for (const endpoint of endpoints) {
    if (!isOf(endpoint, booking.channel) || !hears(endpoint, type, booking.locationId)) continue;
    deliveries.push({
      id: `${eventId}@${endpoint.id}`,
      queue: endpoint.id,
      locationId: booking.locationId,
      bookingId: booking.id,
      eventId,
      body: JSON.stringify({ id: eventId, type, created, data: eventData(booking, endpoint.includeGuest) }),
      dueMs: null,
    });
  }
  return {
    booking: { ...booking, lastEventSeconds: { ...booking.lastEventSeconds, [type]: created } },
    deliveries,
  };
}

/** Whether a change of the booking changes what this endpoint gets (D42). */
export function seesChange({ includeGuest }: Endpoint, before: Booking, after: Booking): boolean {
  const seen = (booking: Booking): string => JSON.stringify(eventData(booking, includeGuest));
  return seen(before) !== seen(after);
}

/** Whether it belongs to the operator (D56), or to the partner that made the booking (D21). */
export function isOf({ partner }: Endpoint, channel: Channel): boolean {
  return partner === null || channel === `partner:${partner}`;
}

/** Whether it gets this type at this location; without a list of types, only those of §6.1 (D30). */
export function hears({ eventTypes, locationIds }: Endpoint, type: EventType, locationId: string): boolean {
  const types: readonly EventType[] = eventTypes ?? SPECIFIED_EVENT_TYPES;
  return types.includes(type) && (locationIds?.includes(locationId) ?? true);
}

/** The guest in events; null after erasure. */
export function eventGuest({ name, email, phone }: Guest): Pick<Guest, 'name' | 'email' | 'phone'> | null {
  return name === '' ? null : { name, email, phone };
}

export function eventData(booking: Booking, includeGuest: boolean): object {
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
    guest: includeGuest ? eventGuest(booking.guest) : null,
  };
}
