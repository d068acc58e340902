/**
 * Where a booking is decided. Each rule looks at a page of the diary, which the store has read and locked inside its
 * transaction, and returns what is to be saved; the store saves all of it or nothing. Nothing here waits, so nothing can
 * happen between looking and deciding.
 */
import { seatDuring, seatParty } from './allocation.ts';
import { type Booking, type BookingStatus, type Channel, type Guest, isLive } from './booking.ts';
import type { Amendment, Rule } from './diary.ts';
import { BookingError } from './errors.ts';
import { announce, type Endpoint, type EventType } from './event.ts';
import { eveningOf } from './evening.ts';
import type { Reach } from './floor-plan.ts';
import type { Interval } from './interval.ts';
import type { Location } from './location.ts';
import type { Reason } from './reason.ts';
import type { ServiceDay } from './service-day.ts';
import { bookingWindowOf, slotAt } from './slots.ts';

/** A booking that is asked for. */
export interface BookingRequest {
  readonly startMs: number;
  readonly partySize: number;
  readonly guest: Guest;
  /** The partner's own number for it; need not be unique. */
  readonly partnerBookingRef: string | null;
  /** Unique in the location: the same key is the same booking, whatever else the request says (§4.3.5, D10). */
  readonly idempotencyKey: string | null;
}

/** What a rule knows of its surroundings. */
export interface Circumstances {
  readonly location: Location;
  readonly day: ServiceDay;
  readonly nowMs: number;
  /** The endpoints of the booking's partner. */
  readonly endpoints: readonly Endpoint[];
}

/** How a request to book ends on a normal evening. */
export type BookOutcome =
  | { readonly kind: 'booked'; readonly booking: Booking }
  /** The idempotency key is known: the booking made under it, as it stands now. */
  | { readonly kind: 'replayed'; readonly booking: Booking }
  | { readonly kind: 'refused'; readonly reason: Reason };

/** How a change of a booking ends on a normal evening. */
export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly booking: Booking }
  /** It was so already. */
  | { readonly kind: 'unchanged'; readonly booking: Booking }
  | { readonly kind: 'refused'; readonly reason: Reason };

/** Books a table: a known key is answered first (D10), then the slot, then the tables. */
export function book(
  at: Circumstances,
  id: string,
  channel: Channel,
  request: BookingRequest,
): Rule<BookOutcome> {
  const { location, day, nowMs } = at;
  const reach: Reach = channel === 'operator' ? 'all' : 'online';
  return (page) => {
    if (page.named) return { result: { kind: 'replayed', booking: page.named } };

    const slot = slotAt(
      location,
      day,
      request.startMs,
      request.partySize,
      bookingWindowOf(location, nowMs),
      reach,
    );
    if (typeof slot === 'string') return { result: { kind: 'refused', reason: slot } };

    const held: Interval = { startMs: slot.startMs, endMs: slot.blockedUntilMs };
    const seating = seatParty(eveningOf(location, day, page.bookings, held), slot, request.partySize, reach);
    if (typeof seating === 'string') return { result: { kind: 'refused', reason: seating } };

    const booking: Booking = {
      ...request,
      id,
      locationId: location.id,
      serviceDate: day.date,
      endMs: slot.endMs,
      blockedUntilMs: slot.blockedUntilMs,
      tables: seating.tables,
      pinned: false,
      status: 'confirmed',
      source: channel === 'operator' ? 'operator' : 'partner',
      channel,
      createdMs: nowMs,
      lastEventSeconds: {},
    };
    const { reseatings } = seating;
    return {
      ...saved(booking, 'booking.created', at, (made) => ({ kind: 'booked', booking: made })),
      reseatings,
    };
  };
}

/** Cancels. Doing it twice is doing it once; a final state stays (§3). */
export function cancel(at: Circumstances): Rule<ChangeOutcome> {
  return (page) => {
    const booking = named(page.named);
    if (booking.status === 'cancelled') return { result: { kind: 'unchanged', booking } };
    if (!isLive(booking)) throw new BookingError('not_cancellable');
    return changed({ ...booking, status: 'cancelled' }, 'booking.cancelled', at);
  };
}

/** The visit is over, or the party never came; its tables are free from now on (D12). */
export function finish(at: Circumstances, as: 'completed' | 'no_show'): Rule<ChangeOutcome> {
  return (page) => {
    const booking = named(page.named);
    if (booking.status === as) return { result: { kind: 'unchanged', booking } };
    if (!isLive(booking)) throw wrongState(booking.status, as);
    return changed({ ...booking, status: as }, 'booking.updated', at);
  };
}

/**
 * Takes back `completed` or `no_show` (D12). The booking needs its tables again: its own if they are still free, else
 * others that fit, else it is refused.
 */
export function undo(at: Circumstances): Rule<ChangeOutcome> {
  return (page) => {
    const booking = named(page.named);
    if (isLive(booking)) return { result: { kind: 'unchanged', booking } };
    if (booking.status === 'cancelled') throw wrongState(booking.status, 'confirmed');
    const held: Interval = { startMs: booking.startMs, endMs: booking.blockedUntilMs };
    const rivals = page.bookings.filter(
      (other) => other.startMs < held.endMs && held.startMs < other.blockedUntilMs,
    );
    const isKept = !rivals.some((rival) => rival.tables.some((table) => booking.tables.includes(table)));
    const seating = isKept
      ? { tables: booking.tables, reseatings: [] }
      : seatDuring(eveningOf(at.location, at.day, page.bookings, held), held, booking.partySize, 'all');
    if (!seating) return { result: { kind: 'refused', reason: 'tables' } };
    const back = changed({ ...booking, status: 'confirmed', tables: seating.tables }, 'booking.updated', at);
    return { ...back, reseatings: seating.reseatings };
  };
}

function named(booking: Booking | null): Booking {
  if (!booking) throw new BookingError('booking_not_found');
  return booking;
}

function wrongState(from: BookingStatus, to: BookingStatus): BookingError {
  return new BookingError('conflict', `a booking that is ${from} cannot become ${to}`);
}

function changed(booking: Booking, type: EventType, at: Circumstances): Amendment<ChangeOutcome> {
  return saved(booking, type, at, (now) => ({ kind: 'changed', booking: now }));
}

/** The booking and its event, saved in one step: a change without its event cannot be written. */
function saved<R>(
  booking: Booking,
  type: EventType,
  at: Circumstances,
  result: (booking: Booking) => R,
): Amendment<R> {
  const announcement = announce(booking, type, at.nowMs, at.endpoints);
  return { ...announcement, result: result(announcement.booking) };
}
