/** The visit (D12, D41). Arrival and seating are not sent to partners. A seated party is never moved: the diary shows it as pinned. */
import { clearTables, concede, isCleared } from '../seating/chosen-tables.ts';
import { consistsOf, tableAccessOf } from '../location/floor-plan.ts';
import { currentServiceDate } from '../location/service-day.ts';
import { BookingError, invalid } from '../errors.ts';
import { MINUTE_MS } from '../instant.ts';
import { type Booking, found, isLive, isSeated, toDiary, type VisitTimes } from './booking.ts';
import { assertEnd } from './booking-end.ts';
import { assertChoice, type TableChoice } from './booking-request.ts';
import { type BookingContext, changed, type ChangeOutcome, UPDATE, wrongState } from './decide.ts';
import { seated } from './decide-move.ts';
import { tablesRefused, takeAnyTables, takeTables } from './decide-tables.ts';
import type { Amendment, DiaryBooking, Rule } from './diary.ts';
import type { DiaryRow } from './row.ts';

export function arrive(at: BookingContext): Rule<ChangeOutcome> {
  return ({ named }) => {
    const booking = expected(at, named, 'arrive');
    const { arrivedMs, seatedMs } = booking.visit;
    if (arrivedMs !== null || seatedMs !== null) return unchanged(booking);
    return unannounced(withVisit(booking, { arrivedMs: at.window.nowMs }));
  };
}

/** Seats at its tables, chosen ones, or any suitable ones. Before the start they are taken from now on; others are re-seated or listed. */
export function seat(at: BookingContext, choice: TableChoice | undefined): Rule<ChangeOutcome> {
  const { location, window } = at;
  if (choice) assertChoice(choice, location.floorPlan);
  return ({ named, bookings }) => {
    const booking = expected(at, named, 'be seated');
    const tables = choice?.tables ?? booking.tables;
    if (isSeated(booking) && tables.length > 0 && consistsOf(booking, tables)) return unchanged(booking);
    const { seatedMs } = booking.visit;
    const sitting = {
      ...withVisit(booking, { seatedMs: seatedMs ?? window.nowMs }),
      tables,
      pinned: booking.pinned || choice !== undefined,
    };
    const others = bookings.filter(({ id }) => id !== booking.id);
    if (tables.length > 0)
      return takeTables(at, others, sitting, choice ?? { tables, force: true }, unannounced);
    return takeAnyTables(at, others, sitting, unannounced);
  };
}

/** The tables are free from now on, and the visit is completed with its time. A visit that was completed without a time is unchanged. */
export function leave(at: BookingContext): Rule<ChangeOutcome> {
  return ({ named }) => {
    const booking = found(named);
    if (booking.status === 'completed') return unchanged(booking);
    if (!isLive(booking)) throw wrongState(booking.status, 'completed');
    // If this clock is behind the one that recorded the seating, the party leaves at that time.
    const leftMs = Math.max(at.window.nowMs, booking.visit.seatedMs ?? 0, booking.visit.arrivedMs ?? 0);
    return changed({ ...withVisit(booking, { leftMs }), status: 'completed' }, UPDATE, at);
  };
}

/** The visit is over, or the party did not arrive; its tables are free from now on (D12). */
export function finish(at: BookingContext, as: 'completed' | 'no_show'): Rule<ChangeOutcome> {
  return ({ named }) => {
    const booking = found(named);
    if (booking.status === as) return unchanged(booking);
    if (!isLive(booking)) throw wrongState(booking.status, as);
    if (as === 'no_show' && isSeated(booking))
      throw new BookingError('conflict', 'a seated party is not a no-show: undo its seating first');
    return changed({ ...booking, status: as }, UPDATE, at);
  };
}

/** Undoes `completed`, `no_show` (D12) and leaving: at its own tables if free, else others; a seated party keeps its own. */
export function undo(at: BookingContext): Rule<ChangeOutcome> {
  return ({ named, bookings }) => {
    const booking = found(named);
    if (isLive(booking)) return unchanged(booking);
    if (booking.status === 'cancelled') throw wrongState(booking.status, 'confirmed');
    const back: Booking = { ...withVisit(booking, { leftMs: null }), status: 'confirmed' };
    if (!isSeated(back)) return seatedOrWaiting(back, bookings, at);
    const choice = { tables: back.tables, force: true };
    return takeTables(at, bookings, back, choice, (taken) => changed(taken, UPDATE, at));
  };
}

/** A booking that was unseated (D39) is unseated again if no table is free. */
function seatedOrWaiting(
  booking: Booking,
  others: readonly DiaryBooking[],
  at: BookingContext,
): Amendment<ChangeOutcome> {
  const amendment = seated(booking, UPDATE, others, at, tableAccessOf('all', booking.area));
  const isWaiting = booking.tables.length === 0 && amendment.result.kind === 'refused';
  return isWaiting ? changed(booking, UPDATE, at) : amendment;
}

/** The steps of a visit that can be undone while the party is present. */
export type VisitStep = 'arrived' | 'seated';

/** Undoes a wrongly recorded arrival or seating. */
export function takeBack(step: VisitStep): Rule<ChangeOutcome> {
  return ({ named }) => {
    const booking = found(named);
    if (!isLive(booking))
      throw new BookingError(
        'conflict',
        `a booking that is ${booking.status} is not there any more: undo that first`,
      );
    const { arrivedMs, seatedMs } = booking.visit;
    if ((step === 'arrived' ? arrivedMs : seatedMs) === null) return unchanged(booking);
    if (step === 'arrived' && seatedMs !== null)
      throw new BookingError('conflict', 'the party has been seated since: take that back first');
    return unannounced(withVisit(booking, step === 'arrived' ? { arrivedMs: null } : { seatedMs: null }));
  };
}

/** The new length of a visit. */
export type Extension = (
  | {
      /** Minutes to add to the end, or to the present time if the end has passed; negative: shorter. */
      readonly byMinutes: number;
    }
  | {
      /** The new end: a whole minute, after the start. */
      readonly untilMs: number;
    }
) & {
  /** The next booking of the table that cannot get another becomes unseated (D39), unless its party is already there. Default false. */
  readonly force?: boolean | undefined;
};

/** The end of the visit after an extension. Throws `invalid_request` unless it is in whole minutes, `conflict` for an impossible end. */
export function extendedEndMs(booking: Booking, to: Extension, nowMs: number): number {
  const endMs = 'untilMs' in to ? to.untilMs : endAfter(booking, to.byMinutes, nowMs);
  const field = 'untilMs' in to ? 'untilMs' : 'byMinutes';
  if (!Number.isSafeInteger(endMs) || endMs % MINUTE_MS !== 0)
    invalid(`${field} must be whole minutes`, [field]);
  assertEnd(booking, endMs);
  return endMs;
}

function endAfter({ endMs }: Booking, byMinutes: number, nowMs: number): number {
  const isOver = byMinutes > 0 && nowMs > endMs;
  const fromMs = isOver ? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS : endMs;
  return fromMs + byMinutes * MINUTE_MS;
}

/** Extends or shortens the visit (D41). The partner is notified of the end, the guest is not. */
export function extend(at: BookingContext, to: Extension): Rule<ChangeOutcome> {
  const { location, day, window } = at;
  return ({ named, bookings }) => {
    const booking = found(named);
    if (!isLive(booking))
      throw new BookingError(
        'conflict',
        `a booking that is ${booking.status} cannot be extended: undo that first`,
      );
    const endMs = extendedEndMs(booking, to, window.nowMs);
    if (endMs === booking.endMs) return unchanged(booking);
    const blockedUntilMs = endMs + booking.blockedUntilMs - booking.endMs;
    const longer = { ...booking, endMs, blockedUntilMs };
    const others = bookings.filter(({ id }) => id !== booking.id);
    const cleared = { location, days: [day], nowMs: window.nowMs };
    const clearing = clearTables(cleared, others, toDiary(longer));
    const { reseatings, undecided } = clearing;
    const { staying, waiting } = concede(clearing, to.force ?? false, window.nowMs);
    const left = { ...clearing, inTheWay: staying };
    if (!isCleared(left)) return { result: tablesRefused(left), undecided };
    return { ...changed(longer, UPDATE, at), reseatings: [...reseatings, ...waiting], undecided };
  };
}

/** The booking, if its party is expected on this day. */
function expected(at: BookingContext, named: DiaryRow | null, to: string): Booking {
  const booking = found(named);
  const { nowMs } = at.window;
  if (!isLive(booking))
    throw new BookingError('conflict', `a booking that is ${booking.status} cannot ${to}: undo that first`);
  if (isSeated(booking)) return booking;
  if (booking.startMs > nowMs && booking.serviceDate > currentServiceDate(at.location, nowMs))
    throw new BookingError('conflict', `a booking of ${booking.serviceDate} cannot ${to} yet: move it first`);
  if (booking.blockedUntilMs <= nowMs)
    throw new BookingError('conflict', `a booking whose time is over cannot ${to}: move or extend it first`);
  return booking;
}

function withVisit(booking: Booking, times: Partial<VisitTimes>): Booking {
  return { ...booking, visit: { ...booking.visit, ...times } };
}

function unchanged(booking: Booking): Amendment<ChangeOutcome> {
  return { result: { kind: 'unchanged', booking } };
}

/** A change without messages to partner or guest. */
function unannounced(booking: Booking): Amendment<ChangeOutcome> {
  return { result: { kind: 'changed', booking }, booking };
}
