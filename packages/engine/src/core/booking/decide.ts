/**
 * Decisions about bookings. Each rule gets a snapshot of the diary that the storage has read and locked inside its transaction, and returns the
 * changes to save; the storage saves all or none of them. Rules are synchronous, so the diary cannot change before the save.
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
  /** Whether guests get e-mails (D26). */
  readonly writesMail: boolean;
}

/** The outcome of a request to book. */
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
      /** The booking made under the key, in its current state. */
      readonly booking: Booking;
    }
  | ({
      /** The time is not available; the diary is unchanged. */
      readonly kind: 'refused';
      /** With chosen tables: those that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Rejected &
      Partial<InTheWay>);

/** The outcome of a change of a booking. */
export type ChangeOutcome =
  | {
      /** The booking was changed. */
      readonly kind: 'changed';
      /** The booking after the change. */
      readonly booking: Booking;
    }
  | {
      /** The booking already had the requested values. */
      readonly kind: 'unchanged';
      /** The booking in its current state. */
      readonly booking: Booking;
    }
  | ({
      /** The change is not possible; the booking is unchanged. */
      readonly kind: 'refused';
      /** With chosen tables: those that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Rejected &
      Partial<InTheWay>);

/**
 * Books a table: a known key is answered first (D10), then the slot, then the tables.
 *
 * @param requested the slot of the start, or the reason why there is none
 * @param tableAccess those that are offered online; all for the operator
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

/** The tables for a new booking or hold: the slot first, then the tables; otherwise the rejection with its demand. */
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

/** The rejection, recorded as demand. */
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

/** The error for an impossible change of state. */
export function wrongState(from: BookingStatus, to: BookingStatus): BookingError {
  return new BookingError('conflict', `a booking that is ${from} cannot become ${to}: undo that first`);
}

/** The messages about a change: to partners by an event (§6.1, D12), to the guest by e-mail (D26). */
export interface Notifications {
  readonly event: BookingEventType;
  /** Null: the change does not concern the guest. */
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

/** Saves the booking with all messages about it, in one step. All rules whose changes cause messages use it. */
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
