/** What a partner is told when one of its bookings changes (§6), and who hears what. */
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
  /** Where events are posted to, at most 2,048 characters. */
  readonly url: string;
  /** The subscribed types; null for the three types of §6.1, without later types (D30). */
  readonly eventTypes: readonly EventType[] | null;
  /** The locations it is locked to; null for every one, of which `availability.changed` comes only where a valid API key of the partner can see it. */
  readonly locationIds: readonly string[] | null;
  /** Guest data is sent along: only where a processing agreement exists. */
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

/** A signing secret as it is kept: encrypted. */
export interface SigningSecret {
  /** The secret, encrypted with the configured secret key. */
  readonly sealed: string;
  /** It signs until then; null: until it is rotated. */
  readonly endsMs: number | null;
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
 * second is moved on by one, so that no id is ever used twice (D22). None is older than the booking's creation, which may have been
 * told by a process whose clock is ahead: mails of a booking are numbered by these seconds.
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

/** A change of the booking changes what this endpoint is sent of it (D42). */
export function seesChange({ includeGuest }: Endpoint, before: Booking, after: Booking): boolean {
  const seen = (booking: Booking): string => JSON.stringify(eventData(booking, includeGuest));
  return seen(before) !== seen(after);
}

/** It belongs to the operator (D56), or to the partner that made the booking (D21). */
export function isOf({ partner }: Endpoint, channel: Channel): boolean {
  return partner === null || channel === `partner:${partner}`;
}

/** It hears of this type at this location; without a list of types, of those of §6.1 alone (D30). */
export function hears({ eventTypes, locationIds }: Endpoint, type: EventType, locationId: string): boolean {
  const types: readonly EventType[] = eventTypes ?? SPECIFIED_EVENT_TYPES;
  return types.includes(type) && (locationIds?.includes(locationId) ?? true);
}

/** The guest as events have her; null once she has been erased. */
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
