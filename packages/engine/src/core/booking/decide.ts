/**
 * Where a booking is decided. Each rule looks at a snapshot of the diary, which the store has read and locked inside its
 * transaction, and returns what is to be saved; the store saves all of it or nothing. Nothing here waits, so nothing can
 * happen between looking and deciding.
 */
import { coversLeft, isFreeFor, seatAgain } from '../seating/table-assignment.ts';
import {
  type Booking,
  type BookingStatus,
  type Channel,
  found,
  isLive,
  isSeated,
  toDiary,
} from './booking.ts';
import { type BookingRequest, goalOf, type MoveRequest } from './booking-request.ts';
import { type Amendment, type DiaryBooking, heldBy, type Rule } from './diary.ts';
import type { InTheWay } from './block.ts';
import { BookingError } from '../errors.ts';
import { announce, type Endpoint } from './event.ts';
import type { BookingEventType } from '../outbox/event-type.ts';
import { dayToSearch, type StepContext, undecidedIn } from '../seating/day-state.ts';
import type { TableAccess } from '../location/floor-plan.ts';
import { guestMails } from './guest-mail.ts';
import { seatNew } from './assigned-slot.ts';
import type { Reason } from '../location/reason.ts';
import { type BookingWindow, type Slot, slotAt } from '../location/slots.ts';

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
      /** The idempotency key is known, so nothing was made (D10). */
      readonly kind: 'replayed';
      /** The booking made under the key, as it stands now. */
      readonly booking: Booking;
    }
  | ({
      /** The time cannot be had; nothing was changed. */
      readonly kind: 'refused';
      /** Why it cannot be had. */
      readonly reason: Reason;
      /** Where tables were chosen: those of them that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Partial<InTheWay>);

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
      /** The booking as it stands. */
      readonly booking: Booking;
    }
  | ({
      /** The change cannot be had; the booking stays as it was. */
      readonly kind: 'refused';
      /** Why it cannot be had. */
      readonly reason: Reason;
      /** Where tables were chosen: those of them that are out of season then (D40). */
      readonly outOfSeason?: readonly string[];
    } & Partial<InTheWay>);

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
  requested: Slot | Reason,
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

/** What is made before the step: the id, the hash of the token in the guest's link, whether the party sits already, and who has made it. */
export type NewBooking = Pick<Booking, 'id' | 'manageTokenHash' | 'visit' | 'history'>;

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
    source: channel === 'operator' ? 'operator' : 'partner',
    channel,
    formerGuests: [],
    createdMs: window.nowMs,
    lastEventSeconds: {},
  };
}

/** Cancels. Doing it twice is doing it once; a final state stays (§3). */
export function cancel(at: BookingContext): Rule<ChangeOutcome> {
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (booking.status === 'cancelled') return { result: { kind: 'unchanged', booking } };
    if (!isLive(booking)) throw new BookingError('not_cancellable');
    return changed({ ...booking, status: 'cancelled' }, CANCELLATION, at);
  };
}

/** Another time or size (D12), with tables for them, or no change. `at.day` and the snapshot are of the new time's date. */
export function move(
  at: BookingContext,
  request: MoveRequest,
  tableAccess: TableAccess,
): Rule<ChangeOutcome> {
  return (snapshot) => {
    const { location, day, window } = at;
    const booking = found(snapshot.named);
    const to = goalOfMove(booking, request);
    if (booking.startMs === to.startMs && booking.partySize === to.partySize) {
      return { result: { kind: 'unchanged', booking } };
    }
    const slot = slotAt(location, day, to.startMs, to.partySize, window, tableAccess);
    if (typeof slot === 'string') return { result: { kind: 'refused', reason: slot } };
    const others = snapshot.bookings.filter(({ id }) => id !== booking.id);
    // as in unavailableReason, which would not try the booking's own tables first
    const left = tableAccess === 'all' ? Infinity : coversLeft(others, location, slot);
    if (left < to.partySize) return { result: { kind: 'refused', reason: 'pacing' } };
    const { endMs, blockedUntilMs } = slot;
    const moved = { ...booking, ...to, serviceDate: day.date, endMs, blockedUntilMs };
    return seated(moved, MOVE, others, at, tableAccess);
  };
}

/** Where a booking is to go. Throws `conflict` for one that is no longer live, and as {@link assertMayMove}. */
export function goalOfMove(booking: Booking, request: MoveRequest): ReturnType<typeof goalOf> {
  if (!isLive(booking))
    throw new BookingError('conflict', `a booking that is ${booking.status} cannot be moved`);
  const to = goalOf(booking, request);
  assertMayMove(booking, to);
  return to;
}

/** Throws `conflict` for another time of a party that sits already (D41). */
export function assertMayMove(booking: Booking, { startMs }: Pick<Booking, 'startMs'>): void {
  if (isSeated(booking) && startMs !== booking.startMs)
    throw new BookingError(
      'conflict',
      'a party that sits cannot come at another time: extend its visit instead',
    );
}

/** The booking as it shall be, at its own tables if they are free and fit, else at others unless its party sits there, else refused. */
export function seated(
  booking: Booking,
  notifications: Notifications,
  others: readonly DiaryBooking[],
  at: BookingContext,
  tableAccess: TableAccess,
): Amendment<ChangeOutcome> {
  const held = heldBy(toDiary(booking));
  const { partySize } = booking;
  const state = dayToSearch(at, others, at.window.nowMs, held);
  const stays = isSeated(booking) && booking.tables.length > 0;
  const assignment = stays
    ? isFreeFor(state, booking.tables, held, partySize) && { tables: booking.tables, reseatings: [] }
    : seatAgain(state, booking, held, partySize, tableAccess);
  if (!assignment) {
    const undecided = stays ? 0 : undecidedIn(at, state, { ...held, partySize, tableAccess });
    return { result: { kind: 'refused', reason: 'tables' }, undecided };
  }
  const { tables, reseatings } = assignment;
  // Who had lost a table (D39) was perhaps to be kept at it, and is not to be kept at another.
  const now = { ...booking, tables, pinned: booking.pinned && booking.tables.length > 0 };
  return { ...changed(now, notifications, at), reseatings };
}

/** A state that cannot follow the one that the booking is in. */
export function wrongState(from: BookingStatus, to: BookingStatus): BookingError {
  return new BookingError('conflict', `a booking that is ${from} cannot become ${to}`);
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
const CANCELLATION: Notifications = { event: 'booking.cancelled', mail: 'cancelled' };

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
