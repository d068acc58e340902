/** Moves and cancellations of bookings. */
import { BookingError } from '../errors.ts';
import { isOnline, type Offered, type TableAccess, tableAccessOf } from '../location/floor-plan.ts';
import { asRejected } from '../location/reason.ts';
import { isSlot, slotAt, windowToMove } from '../location/slots.ts';
import { dayToSearch, undecidedIn } from '../seating/day-state.ts';
import { coversLeft, isFreeFor, seatAgain } from '../seating/table-assignment.ts';
import { type Booking, found, isLive, isSeated, toDiary } from './booking.ts';
import { goalOf, type MoveRequest } from './booking-request.ts';
import {
  type BookingContext,
  CANCELLATION,
  changed,
  type ChangeOutcome,
  MOVE,
  type Notifications,
} from './decide.ts';
import { type Amendment, type DiaryBooking, heldBy, type Rule } from './diary.ts';

/** Cancels. Idempotent; a final state stays (§3). */
export function cancel(at: BookingContext): Rule<ChangeOutcome> {
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (booking.status === 'cancelled') return { result: { kind: 'unchanged', booking } };
    if (!isLive(booking)) throw new BookingError('not_cancellable');
    return changed({ ...booking, status: 'cancelled' }, CANCELLATION, at);
  };
}

/** Another time or size (D12) with tables for them, or no change. `at.day` and the snapshot are those of the new date. */
export function move(at: BookingContext, request: MoveRequest, offered: Offered): Rule<ChangeOutcome> {
  return (snapshot) => {
    const { location, day, window } = at;
    const booking = found(snapshot.named);
    const to = goalOfMove(booking, request);
    if (booking.startMs === to.startMs && booking.partySize === to.partySize) {
      return { result: { kind: 'unchanged', booking } };
    }
    const tableAccess = tableAccessOf(offered, booking.area);
    const slot = slotAt(location, day, to.startMs, to.partySize, windowToMove(window, booking), tableAccess);
    if (!isSlot(slot)) return { result: { kind: 'refused', ...asRejected(slot) } };
    const others = snapshot.bookings.filter(({ id }) => id !== booking.id);
    // as in unavailableReason, which would not try the booking's own tables first
    const left = isOnline(tableAccess) ? coversLeft(others, location, slot) : Infinity;
    if (left < to.partySize) return { result: { kind: 'refused', reason: 'pacing' } };
    const { endMs, blockedUntilMs } = slot;
    const moved = { ...booking, ...to, serviceDate: day.date, endMs, blockedUntilMs };
    return seated(moved, MOVE, others, at, tableAccess);
  };
}

/** The new time and size of a booking. Throws `conflict` for one that is no longer live, and as {@link assertMayMove}. */
export function goalOfMove(booking: Booking, request: MoveRequest): ReturnType<typeof goalOf> {
  if (!isLive(booking))
    throw new BookingError(
      'conflict',
      `a booking that is ${booking.status} cannot be moved: undo that first`,
    );
  const to = goalOf(booking, request);
  assertMayMove(booking, to);
  return to;
}

/** Throws `conflict` for another time of a seated party (D41). */
export function assertMayMove(booking: Booking, { startMs }: Pick<Booking, 'startMs'>): void {
  if (isSeated(booking) && startMs !== booking.startMs)
    throw new BookingError(
      'conflict',
      'a party that sits cannot come at another time: extend its visit instead',
    );
}

/** The booking at its own tables if they are free and suitable, else at others unless its party is seated, else rejected. */
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
  // The pin of an unseated booking (D39) referred to its former table, so it does not apply to the new one.
  const now = { ...booking, tables, pinned: booking.pinned && booking.tables.length > 0 };
  return { ...changed(now, notifications, at), reseatings };
}
