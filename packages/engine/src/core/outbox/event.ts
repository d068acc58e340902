/** What a partner is told when one of its bookings changes (§6). */
import type { Booking } from '../booking/booking.ts';
import type { Delivery } from './delivery.ts';
import { formatInstant } from '../time/instant.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time/interval.ts';

/** The types of events (§6.1): a booking was made, changed in another way, or cancelled. */
export const EVENT_TYPES = ['booking.created', 'booking.updated', 'booking.cancelled'] as const;
/** One of {@link EVENT_TYPES}. */
export type EventType = (typeof EVENT_TYPES)[number];

/** A partner's URL that hears of its bookings (§2.13, D21). */
export interface Endpoint {
  /** `ep_` and letters and digits; also the name of its queue in the outbox. */
  readonly id: string;
  /** Slug of the partner. */
  readonly partner: string;
  /** Where events are posted to, at most 2,048 characters. */
  readonly url: string;
  /** What it has subscribed to; null for every type. */
  readonly eventTypes: readonly EventType[] | null;
  /** The locations it is locked to; null for every one. */
  readonly locationIds: readonly string[] | null;
  /** Guest data is sent along: only where a processing agreement exists. */
  readonly includeGuest: boolean;
  /** What its deliveries are signed with, the newest first; more than one only while they are being rotated (D24). */
  readonly secrets: readonly SigningSecret[];
  /** When it was registered, in milliseconds since 1970. */
  readonly createdMs: number;
  /** Events in a row that failed for good (§6.5). */
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
  type: EventType,
  nowMs: number,
  endpoints: readonly Endpoint[],
): Announcement {
  const { [type]: last = -Infinity, 'booking.created': first = -Infinity } = booking.lastEventSeconds;
  const created = Math.max(Math.floor(nowMs / SECOND_MS), last + 1, first);
  const eventId = `${booking.id}:${type}:${created}`;
  return {
    booking: { ...booking, lastEventSeconds: { ...booking.lastEventSeconds, [type]: created } },
    deliveries: endpoints
      .filter((endpoint) => hears(endpoint, booking, type))
      .map((endpoint) => ({
        id: `${eventId}@${endpoint.id}`,
        queue: endpoint.id,
        locationId: booking.locationId,
        bookingId: booking.id,
        eventId,
        body: JSON.stringify({ id: eventId, type, created, data: eventData(booking, endpoint.includeGuest) }),
        dueMs: null,
      })),
  };
}

/** A place where no restaurant is. */
const NOWHERE = '00000000-0000-4000-8000-000000000000';

/**
 * An event of a booking that does not exist, in every respect like a true one: `booking.updated` of a confirmed booking for two, or
 * the first type to which the endpoint has subscribed.
 */
export function testEvent(endpoint: Endpoint, bookingId: string, nowMs: number): Delivery {
  const types = endpoint.eventTypes ?? EVENT_TYPES;
  const type = types.find((subscribed) => subscribed === 'booking.updated') ?? types[0] ?? 'booking.updated';
  const created = Math.floor(nowMs / SECOND_MS);
  const eventId = `${bookingId}:${type}:${created}`;
  const locationId = endpoint.locationIds?.[0] ?? NOWHERE;
  const startMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  const data = {
    bookingId,
    locationId,
    status: type === 'booking.cancelled' ? 'cancelled' : 'confirmed',
    startsAt: formatInstant(startMs),
    endsAt: formatInstant(startMs + 90 * MINUTE_MS),
    partySize: 2,
    source: 'partner',
    channel: `partner:${endpoint.partner}`,
    partnerBookingRef: 'test',
    guest: endpoint.includeGuest ? { name: 'Test Guest', email: 'guest@example.com', phone: null } : null,
  };
  return {
    id: `${eventId}@${endpoint.id}`,
    queue: endpoint.id,
    locationId,
    bookingId: null,
    eventId,
    body: JSON.stringify({ id: eventId, type, created, data }),
    dueMs: null,
  };
}

/** A change of the booking changes what this endpoint is sent of it (D42). */
export function seesChange({ includeGuest }: Endpoint, before: Booking, after: Booking): boolean {
  const seen = (booking: Booking): string => JSON.stringify(eventData(booking, includeGuest));
  return seen(before) !== seen(after);
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
    guest: includeGuest && name !== '' ? { name, email, phone } : null,
  };
}
