/**
 * What an operator decides about tables (D9, D38), where `decide.ts` has the rules for all. The tables are named, those who sit there are given
 * others in the same step, and who cannot be is named in the refusal. Partners and guests are not told at which tables a booking is.
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

/** Books at chosen tables, for the operator. What is refused is not kept as demand: another table may be free. */
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

/** Gives a booking chosen tables, and another time or size too where one is named (D32, D38). */
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

/** Gives an unseated party (D39) any table, re-seating others if needed. It is not pinned. A party that has a table keeps it. */
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

/** Keeps a booking at its tables, or lets it be re-seated again (D9). Nobody is told: for guest and partner nothing has changed. */
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

/** What refuses a booking at chosen tables, in both outcomes alike. */
type TablesRefusal = Extract<ChangeOutcome, { readonly kind: 'refused' }>;

/** The booking at the tables that it names, if all who sit there can be given others. */
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

/** The booking at any tables that fit it, others being re-seated if need be. */
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

/** What is refused because of those who sit there, of holds and of blocks. */
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
