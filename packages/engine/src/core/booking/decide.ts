/**
 * Where a booking is decided. Each rule looks at a snapshot of the diary, which the store has read and locked inside its
 * transaction, and returns what is to be saved; the store saves all of it or nothing. Nothing here waits, so nothing can
 * happen between looking and deciding.
 */
import { seatParty, type TableAssignment } from '../seating/table-assignment.ts';
import { type Booking, type BookingStatus, type Channel, found, sourceOf } from './booking.ts';
import type { BookingRequest } from './booking-request.ts';
import { type Amendment, heldBy, type Rule, type Snapshot } from './diary.ts';
import type { InTheWay } from './block.ts';
import { BookingError } from '../errors.ts';
import { announce, type Endpoint } from './event.ts';
import type { BookingEventType } from '../outbox/event-type.ts';
import { dayToSearch, type StepContext, undecidedIn } from '../seating/day-state.ts';
import { DAY_MS } from '../instant.ts';
import { START_RANGE_YEARS } from '../limits.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import { guestMails } from './guest-mail.ts';
import { asRejected, type Reason, type Rejected } from '../location/reason.ts';
import { type BookingWindow, isSlot, type Slot } from '../location/slots.ts';

export interface BookingContext extends StepContext {
  readonly window: BookingWindow;
  readonly endpoints: readonly Endpoint[];
  /** Guests are written to (D26). */
  readonly writesMail: boolean;
}

/** How a request to book ends on a normal day. */
export type BookOutcome =
  | {
      /** A new booking was made. */
      readonly kind: 'booked';
      /** The new booking. */
      readonly booking: Booking;
    }
  | {
      /** The idempotency key is known, so no booking was made (D10). */
      readonly kind: 'replayed';
      /** The booking made under the key, as it stands now. */
      readonly booking: Booking;
    }
  | ({
      /** The time is not available; the diary is unchanged. */
      readonly kind: 'refused';
      /** Where tables were chosen: those of them that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Rejected &
      Partial<InTheWay>);

/** How a change of a booking ends on a normal day. */
export type ChangeOutcome =
  | {
      /** The booking was changed. */
      readonly kind: 'changed';
      /** The booking after the change. */
      readonly booking: Booking;
    }
  | {
      /** The booking was as asked for already. */
      readonly kind: 'unchanged';
      /** The booking in its current state. */
      readonly booking: Booking;
    }
  | ({
      /** The change cannot be had; the booking stays as it was. */
      readonly kind: 'refused';
      /** Where tables were chosen: those of them that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Rejected &
      Partial<InTheWay>);

/**
 * Books a table: a known key is answered first (D10), then the slot, then the tables.
 *
 * @param requested the slot of the start, or why there is none
 * @param tableAccess those that are offered online, and for the house all
 */
export function book(
  at: BookingContext,
  made: NewBooking,
  channel: Channel,
  request: BookingRequest,
  requested: Slot | Reason | Rejected,
  tableAccess: TableAccess,
): Rule<BookOutcome> {
  return (snapshot) => {
    if (snapshot.named) return { result: { kind: 'replayed', booking: found(snapshot.named) } };
    const seat = seatNew(at, snapshot, channel, request, requested, tableAccess);
    if ('result' in seat) return seat;
    const { slot, assignment } = seat;
    const booking = newBooking(at, made, channel, request, slot, assignment.tables);
    return {
      ...saved(booking, CREATION, at, (now) => ({ kind: 'booked', booking: now })),
      reseatings: assignment.reseatings,
    };
  };
}

export interface AssignedSlot {
  readonly slot: Slot;
  readonly assignment: TableAssignment;
}

/** Where a new party sits, of a booking as of a hold: the slot first, then the tables; else what is answered and kept of the refusal. */
export function seatNew(
  at: BookingContext,
  snapshot: Snapshot,
  channel: Channel,
  request: Pick<BookingRequest, 'startMs' | 'partySize'>,
  slot: Slot | Reason | Rejected,
  tableAccess: TableAccess,
): AssignedSlot | Amendment<RefusedOutcome> {
  if (!isSlot(slot)) return refused(at, channel, request, slot);
  const { partySize } = request;

  const held = heldBy(slot);
  const state = dayToSearch(at, snapshot.bookings, at.window.nowMs, held);
  const assignment = seatParty(state, slot, partySize, tableAccess);
  if (assignment === 'tables') {
    const undecided = undecidedIn(at, state, { ...held, partySize, tableAccess });
    return { ...refused(at, channel, request, assignment), undecided };
  }
  return typeof assignment === 'string' ? refused(at, channel, request, assignment) : { slot, assignment };
}

interface RefusedOutcome extends Rejected {
  readonly kind: 'refused';
}

/** What was asked for in vain is kept, of partners and of the house itself. */
export function refused(
  at: BookingContext,
  channel: Channel,
  { startMs, partySize }: Pick<BookingRequest, 'startMs' | 'partySize'>,
  why: Reason | Rejected,
): Amendment<RefusedOutcome> {
  const rejected = asRejected(why);
  const result: RefusedOutcome = { kind: 'refused', ...rejected };
  const { location } = at;
  const requestedMs = at.window.nowMs;
  const isAbsurd = Math.abs(startMs - requestedMs) > START_RANGE_YEARS * 365 * DAY_MS;
  if (isAbsurd) return { result };
  return {
    result,
    refusal: { locationId: location.id, channel, requestedMs, startMs, partySize, reason: rejected.reason },
  };
}

/** The fields that are made before the step: the others depend on the diary. */
export type NewBooking = Pick<Booking, 'id' | 'manageTokenHash' | 'visit' | 'history'> &
  Partial<Pick<Booking, 'visitor'>>;

export function newBooking(
  { location, day, window }: BookingContext,
  made: NewBooking,
  channel: Channel,
  request: BookingRequest,
  { endMs, blockedUntilMs }: Pick<Booking, 'endMs' | 'blockedUntilMs'>,
  tables: readonly string[],
): Booking {
  return {
    ...request,
    ...made,
    kind: 'booking',
    locationId: location.id,
    serviceDate: day.date,
    endMs,
    blockedUntilMs,
    tables,
    pinned: false,
    status: 'confirmed',
    source: sourceOf(channel),
    channel,
    formerGuests: [],
    createdMs: window.nowMs,
    lastEventSeconds: {},
  };
}

/** A state that cannot follow the one that the booking is in. */
export function wrongState(from: BookingStatus, to: BookingStatus): BookingError {
  return new BookingError('conflict', `a booking that is ${from} cannot become ${to}: undo that first`);
}

/** Who is told what of a change: partners by an event (§6.1, D12), the guest by mail (D26). */
export interface Notifications {
  readonly event: BookingEventType;
  /** Null: for the guest nothing has changed. */
  readonly mail: 'confirmation' | 'moved' | 'cancelled' | null;
}

export const CREATION: Notifications = { event: 'booking.created', mail: 'confirmation' };
export const MOVE: Notifications = { event: 'booking.updated', mail: 'moved' };
export const UPDATE: Notifications = { event: 'booking.updated', mail: null };
export const CANCELLATION: Notifications = { event: 'booking.cancelled', mail: 'cancelled' };

export function changed(
  booking: Booking,
  notifications: Notifications,
  at: BookingContext,
): Amendment<ChangeOutcome> {
  return saved(booking, notifications, at, (now) => ({ kind: 'changed', booking: now }));
}

/** The booking and all that is told of it, saved in one step. Every rule that changes what was told of a booking saves by this. */
export function saved<R>(
  booking: Booking,
  { event, mail }: Notifications,
  { window, endpoints, writesMail }: BookingContext,
  result: (booking: Booking) => R,
): Amendment<R> {
  const announced = announce(booking, event, window.nowMs, endpoints);
  const mails = writesMail ? guestMails(announced.booking, mail, window.nowMs) : [];
  return {
    booking: announced.booking,
    deliveries: [...announced.deliveries, ...mails],
    result: result(announced.booking),
  };
}
