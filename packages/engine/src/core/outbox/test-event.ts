/** Events of fictitious bookings, for testing receivers. */
import { DAY_MS, formatInstant, MINUTE_MS, SECOND_MS } from '../instant.ts';
import type { Delivery } from './delivery.ts';
import type { Endpoint } from '../booking/event.ts';
import { type BookingEventType, type EventType, SPECIFIED_EVENT_TYPES } from './event-type.ts';

/** An id without a location. */
const NOWHERE = '00000000-0000-4000-8000-000000000000';

/**
 * An event with all fields of a real one: `booking.updated` of a confirmed booking for two, or the first type of the endpoint.
 *
 * @param testId `test_…`: the ids in the event end with it (`bk_test_…`)
 */
export function testEvent(endpoint: Endpoint, testId: string, nowMs: number): Delivery {
  const types: readonly EventType[] = endpoint.eventTypes ?? SPECIFIED_EVENT_TYPES;
  const type = types.find((subscribed) => subscribed === 'booking.updated') ?? types[0] ?? 'booking.updated';
  const created = Math.floor(nowMs / SECOND_MS);
  const locationId = endpoint.locationIds?.[0] ?? NOWHERE;
  const { id, data } = ofType(type, { endpoint, testId, locationId, tomorrowMs: startOfTomorrow(nowMs) });
  const eventId = `${id}:${type}:${created}`;
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

function startOfTomorrow(nowMs: number): number {
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
}

interface Subject {
  readonly endpoint: Endpoint;
  readonly testId: string;
  readonly locationId: string;
  readonly tomorrowMs: number;
}

function ofType(type: EventType, subject: Subject): { readonly id: string; readonly data: object } {
  const { testId, locationId, tomorrowMs } = subject;
  if (type === 'waitlist.offered') return { id: `wt_${testId}`, data: offerData(subject) };
  if (type === 'availability.changed')
    return { id: `av_${testId}`, data: { locationId, dates: [formatInstant(tomorrowMs).slice(0, 10)] } };
  return { id: `bk_${testId}`, data: bookingData(type, subject) };
}

function bookingData(type: BookingEventType, { endpoint, testId, locationId, tomorrowMs }: Subject): object {
  return {
    bookingId: `bk_${testId}`,
    locationId,
    status: type === 'booking.cancelled' ? 'cancelled' : 'confirmed',
    startsAt: formatInstant(tomorrowMs),
    endsAt: formatInstant(tomorrowMs + 90 * MINUTE_MS),
    partySize: 2,
    source: endpoint.partner === null ? 'operator' : 'partner',
    channel: endpoint.partner === null ? 'operator' : `partner:${endpoint.partner}`,
    partnerBookingRef: 'test',
    guest: guestOf(endpoint),
  };
}

function offerData({ endpoint, testId, locationId, tomorrowMs }: Subject): object {
  return {
    waitingId: `wt_${testId}`,
    holdId: `hd_${testId}`,
    locationId,
    startsAt: formatInstant(tomorrowMs),
    expiresAt: formatInstant(tomorrowMs - 30 * MINUTE_MS),
    partySize: 2,
    partnerBookingRef: 'test',
    guest: guestOf(endpoint),
  };
}

function guestOf({ includeGuest }: Endpoint): object | null {
  return includeGuest ? { name: 'Test Guest', email: 'guest@example.com', phone: null } : null;
}
