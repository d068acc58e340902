/**
 * Decisions of an operator about tables (D9, D38); `decide.ts` has the rules for all callers. Bookings at the chosen tables get others in the same
 * step, and the rejection lists those that cannot. Partners and guests are not notified of tables.
 */
import { outOfSeasonAt } from '../location/out-of-season.ts';
import {
  admitsParty,
  chosenOutOfSeason,
  type Clearing,
  clearTables,
  isCleared,
} from '../seating/chosen-tables.ts';
import { dayToSearch, undecidedIn } from '../seating/day-state.ts';
import { seatDuring } from '../seating/table-assignment.ts';
import { consistsOf, tableAccessOf } from '../location/floor-plan.ts';
import { operatorSlotAt } from '../location/slots.ts';
import { BookingError } from '../errors.ts';
import { type Booking, type Channel, found, isLive, toDiary } from './booking.ts';
import { endingAt } from './booking-end.ts';
import {
  assertChoice,
  type BookingRequest,
  type CreateOptions,
  goalOf,
  type MoveRequest,
  type TableChoice,
} from './booking-request.ts';
import {
  type BookingContext,
  type BookOutcome,
  changed,
  type ChangeOutcome,
  CREATION,
  MOVE,
  newBooking,
  type NewBooking,
  saved,
} from './decide.ts';
import { assertMayMove } from './decide-move.ts';
import { type Amendment, type DiaryBooking, heldBy, type Rule } from './diary.ts';

/** Books at chosen tables, for the operator. A rejection does not count as demand: another table can be free. */
export function bookAt(
  at: BookingContext,
  made: NewBooking,
  channel: Channel,
  request: BookingRequest,
  choice: TableChoice & Pick<CreateOptions, 'untilMs'>,
): Rule<BookOutcome> {
  assertChoice(choice, at.location.floorPlan);
  return ({ named, bookings }) => {
    if (named) return { result: { kind: 'replayed', booking: found(named) } };
    const slot = operatorSlotAt(at.location, at.day, request.startMs, request.partySize, at.window);
    if (typeof slot === 'string') return { result: { kind: 'refused', reason: slot } };
    const booking = newBooking(at, made, channel, request, endingAt(slot, choice.untilMs), choice.tables);
    return takeTables(at, bookings, { ...booking, pinned: true }, choice, (taken) =>
      saved(taken, CREATION, at, (now) => ({ kind: 'booked', booking: now })),
    );
  };
}

/** Assigns chosen tables to a booking, and another time or size if requested (D32, D38). */
export function moveTo(at: BookingContext, request: MoveRequest, choice: TableChoice): Rule<ChangeOutcome> {
  assertChoice(choice, at.location.floorPlan);
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (!isLive(booking))
      throw new BookingError(
        'conflict',
        `a booking that is ${booking.status} cannot be given tables: undo that first`,
      );
    const to = goalOf(booking, request);
    assertMayMove(booking, to);
    const isMoved = to.startMs !== booking.startMs || to.partySize !== booking.partySize;
    if (!isMoved && booking.pinned && consistsOf(booking, choice.tables))
      return { result: { kind: 'unchanged', booking } };
    const slot = isMoved ? operatorSlotAt(at.location, at.day, to.startMs, to.partySize, at.window) : booking;
    if (typeof slot === 'string') return { result: { kind: 'refused', reason: slot } };
    const { endMs, blockedUntilMs } = slot;
    const moved: Booking = {
      ...booking,
      ...to,
      ...(isMoved && { serviceDate: at.day.date, endMs, blockedUntilMs }),
      tables: choice.tables,
      pinned: true,
    };
    const others = snapshot.bookings.filter(({ id }) => id !== booking.id);
    return takeTables(at, others, moved, choice, (taken) =>
      isMoved ? changed(taken, MOVE, at) : { result: { kind: 'changed', booking: taken }, booking: taken },
    );
  };
}

/** Assigns any table to an unseated booking (D39), with re-seating if necessary. It is not pinned. A booking with a table keeps it. */
export function assignAnywhere(at: BookingContext): Rule<ChangeOutcome> {
  return ({ named, bookings }) => {
    const booking = found(named);
    if (!isLive(booking))
      throw new BookingError(
        'conflict',
        `a booking that is ${booking.status} cannot be given tables: undo that first`,
      );
    if (booking.tables.length > 0) return { result: { kind: 'unchanged', booking } };
    const others = bookings.filter(({ id }) => id !== booking.id);
    return takeAnyTables(at, others, { ...booking, pinned: false }, (taken) => ({
      result: { kind: 'changed', booking: taken },
      booking: taken,
    }));
  };
}

/** Pins a booking to its tables, or allows re-seating again (D9). Without a message: for guest and partner the booking is the same. */
export function pin(pinned: boolean): Rule<ChangeOutcome> {
  return (snapshot) => {
    const booking = found(snapshot.named);
    if (pinned && isLive(booking) && booking.tables.length === 0)
      throw new BookingError('conflict', 'the booking waits for a table: assign it one');
    if (booking.pinned === pinned) return { result: { kind: 'unchanged', booking } };
    const after = { ...booking, pinned };
    return { result: { kind: 'changed', booking: after }, booking: after };
  };
}

/** The rejection of chosen tables, in both outcomes. */
type TablesRefusal = Extract<ChangeOutcome, { readonly kind: 'refused' }>;

/** The booking at its chosen tables, if all bookings there can get others. */
export function takeTables<R>(
  { location, day, window, memory }: BookingContext,
  others: readonly DiaryBooking[],
  booking: Booking,
  { tables, force = false }: TableChoice,
  save: (booking: Booking) => Amendment<R>,
): Amendment<R | TablesRefusal> {
  if (!force && !admitsParty(location.floorPlan, tables, booking.partySize))
    return { result: { kind: 'refused', reason: 'party_size' } };
  const out = outOfSeasonAt(location, booking.startMs, day);
  const outOfSeason = force ? [] : chosenOutOfSeason(location.floorPlan, tables, out);
  if (outOfSeason.length > 0) return { result: { kind: 'refused', reason: 'tables', outOfSeason } };
  const at = { location, days: [day], nowMs: window.nowMs, memory };
  const clearing = clearTables(at, others, toDiary(booking));
  const { reseatings, undecided } = clearing;
  if (!isCleared(clearing)) return { result: tablesRefused(clearing), undecided };
  return { ...save(booking), reseatings, undecided };
}

/** The booking at any suitable tables, with re-seating if necessary. */
export function takeAnyTables<R>(
  at: BookingContext,
  others: readonly DiaryBooking[],
  booking: Booking,
  save: (booking: Booking) => Amendment<R>,
): Amendment<R | TablesRefusal> {
  const held = heldBy(toDiary(booking));
  const { partySize } = booking;
  const tableAccess = tableAccessOf('all', booking.area);
  const state = dayToSearch(at, others, at.window.nowMs, held);
  const assignment = seatDuring(state, held, partySize, tableAccess);
  if (!assignment) {
    const undecided = undecidedIn(at, state, { ...held, partySize, tableAccess });
    return { result: { kind: 'refused', reason: 'tables' }, undecided };
  }
  const { tables, reseatings } = assignment;
  return { ...save({ ...booking, tables }), reseatings };
}

/** The rejection, with the bookings, holds and blocks that prevent the change. */
export function tablesRefused({
  inTheWay,
  holds,
  blocks,
}: Pick<Clearing, 'inTheWay' | 'holds' | 'blocks'>): TablesRefusal {
  return {
    kind: 'refused',
    reason: 'tables',
    inTheWay: idsOf(inTheWay),
    ...(holds.length > 0 && { holds: idsOf(holds) }),
    ...(blocks.length > 0 && { blocks: idsOf(blocks) }),
  };
}

function idsOf(bookings: readonly DiaryBooking[]): string[] {
  return bookings.map(({ id }) => id);
}
