/** The bookings and holds that a change of the plan leaves at a table or time that the new plan does not have. They are reported, not moved or notified. */
import { consistsOf, type FloorPlan, tableOptionsOf } from '../location/floor-plan.ts';
import type { LocationPlan } from '../location/location.ts';
import { outOfSeasonAt } from '../location/out-of-season.ts';
import { periodAt, type ServiceDay, serviceDayAt, serviceDayOf } from '../location/service-day.ts';
import { chosenOutOfSeason } from '../seating/chosen-tables.ts';
import type { LocalDate } from '../local-date.ts';
import { isLocalDate } from '../instant.ts';
import type { Booking } from './booking.ts';
import { type Hold, holdOf, isLiveHold } from './hold.ts';
import { type DiaryRow, type HoldRow, isBooking, isHold } from './row.ts';

/**
 * The conflict of a booking with a plan: no suitable tables, tables out of season, outside the opening hours or ending after them, beginning in a
 * closure, or ending in one.
 */
export type Concern = 'no_table' | 'out_of_season' | 'outside_hours' | 'closed' | 'into_closure';

/** A booking that a change of the plan affects, with the reason. */
export interface AffectedBooking {
  /** The booking in its current state. */
  readonly booking: Booking;
  /** One or more conflicts that it did not have before. */
  readonly concerns: readonly Concern[];
}

/** A live hold or offer that a change of the plan affects, with the reason (D46). */
export interface AffectedHold extends Pick<AffectedBooking, 'concerns'> {
  /** The hold in its current state. */
  readonly hold: Hold;
}

/** The rows that a change of the plan affects. */
export interface Affected {
  /** The bookings with a conflict that they did not have before, by start. */
  readonly bookings: readonly AffectedBooking[];
  /** The live holds and offers with such a conflict, by start. */
  readonly holds: readonly AffectedHold[];
}

/** @param promises bookings, live holds and live offers: {@link isPromise} */
export function affectedBy(
  before: LocationPlan | null,
  after: LocationPlan,
  promises: readonly PromisedRow[],
  nowMs: number,
): Affected {
  if (before === null) return { bookings: [], holds: [] };
  const [had, has] = [concernsUnder(before, nowMs), concernsUnder(after, nowMs)];
  const concernsOf = (row: PromisedRow): readonly Concern[] => {
    const wanted = promisedBy(row);
    const known = had(wanted);
    return has(wanted).filter((concern) => !known.includes(concern));
  };
  const sorted = promises.toSorted((a, b) => a.startMs - b.startMs);
  return {
    bookings: sorted
      .filter(isBooking)
      .map((booking) => ({ booking, concerns: concernsOf(booking) }))
      .filter(isConcerned),
    holds: sorted
      .filter(isHold)
      .map((row) => ({ hold: holdAmong(promises, row, nowMs), concerns: concernsOf(row) }))
      .filter(isConcerned),
  };
}

function isConcerned({ concerns }: Pick<AffectedBooking, 'concerns'>): boolean {
  return concerns.length > 0;
}

/** A row whose tables are promised. */
export type PromisedRow = Booking | HoldRow;

/** Whether the tables of the row are promised: a booking, or a live hold (D46). A block is not. */
export function isPromise(row: DiaryRow, nowMs: number): row is PromisedRow {
  switch (row.kind) {
    case 'booking':
      return true;
    case 'hold':
      return isLiveHold(row, nowMs);
    case 'block':
    case 'waiting':
      return false;
  }
}

type Promised = Pick<Booking, 'serviceDate' | 'startMs' | 'endMs' | 'partySize' | 'tables'>;

/** The time and tables that a row promises: a hold for a move can keep only a part of them. */
function promisedBy(row: PromisedRow): Promised {
  if (row.kind === 'booking' || !row.move) return row;
  const { serviceDate, partySize, move } = row;
  return { serviceDate, partySize, startMs: move.startMs, endMs: move.endMs, tables: move.tables };
}

/** @param rows include the booking that the hold is to move, if it is live */
export function holdAmong(rows: readonly PromisedRow[], row: HoldRow, nowMs: number): Hold {
  const moving = rows.filter(isBooking).find(({ id }) => id === row.move?.bookingId);
  return holdOf(row, nowMs, moving ?? null);
}

function concernsUnder(plan: LocationPlan, nowMs: number): (booking: Promised) => readonly Concern[] {
  const opened = opener(plan);
  const openedInSpiteOfClosures = opener({ ...plan, closures: [] });
  return (booking) => {
    const concerns: Concern[] = [];
    if (!hasTableFor(plan.floorPlan, booking)) concerns.push('no_table');
    if (isOutOfSeason(plan, booking)) concerns.push('out_of_season');
    const closure = closureConcern(plan, opened(booking.serviceDate), booking, nowMs);
    if (closure) concerns.push(closure);
    if (isOutsideHours(plan, openedInSpiteOfClosures, booking)) concerns.push('outside_hours');
    return concerns;
  };
}

/** Whether a change of the plan takes the booking's tables: they are gone, too small, no longer joined, or out of season. */
export function losesTables(before: LocationPlan, after: LocationPlan, promise: PromisedRow): boolean {
  const booking = promisedBy(promise);
  return (
    (!hasTableFor(after.floorPlan, booking) && hasTableFor(before.floorPlan, booking)) ||
    (isOutOfSeason(after, booking) && !isOutOfSeason(before, booking))
  );
}

function isOutOfSeason(plan: LocationPlan, { tables, startMs }: Promised): boolean {
  return chosenOutOfSeason(plan.floorPlan, tables, outOfSeasonAt(plan, startMs)).length > 0;
}

/** The minimum party size does not apply to existing bookings. An unseated booking has no table to lose. */
function hasTableFor(
  floorPlan: FloorPlan,
  { tables, partySize }: Pick<Booking, 'tables' | 'partySize'>,
): boolean {
  if (tables.length === 0) return true;
  return tableOptionsOf(floorPlan).some(
    (option) => consistsOf(option, tables) && partySize <= option.seatsMax,
  );
}

function closureConcern(
  { closures }: LocationPlan,
  { closed }: ServiceDay,
  { serviceDate, startMs, endMs }: Promised,
  nowMs: number,
): Concern | null {
  const isClosedDate = closures.some(
    ({ from, to }) => isLocalDate(from) && from <= serviceDate && serviceDate <= to,
  );
  if (isClosedDate || closed.some((hours) => hours.startMs <= startMs && startMs < hours.endMs))
    return 'closed';
  // A new closure does not affect parties that are already seated.
  const reachesInto = closed.some((hours) => startMs < hours.startMs && hours.startMs < endMs);
  return reachesInto && startMs > nowMs ? 'into_closure' : null;
}

/** Without a last seating a party must be able to finish (D1). */
function isOutsideHours(
  plan: LocationPlan,
  opened: (date: LocalDate) => ServiceDay,
  { startMs, endMs }: Promised,
): boolean {
  const open = periodAt(serviceDayAt(plan, startMs, opened), startMs);
  if (!open) return true;
  return open.lastSeatingMs === null ? endMs > open.closesMs : startMs > open.lastSeatingMs;
}

function opener(plan: LocationPlan): (date: LocalDate) => ServiceDay {
  const days = new Map<LocalDate, ServiceDay>();
  return (date) => {
    let day = days.get(date);
    if (!day) days.set(date, (day = serviceDayOf(plan, date)));
    return day;
  };
}
