/** Whom a change of the plan leaves in a place, or at a time, that the new plan no longer has. Nobody is moved for it, or told of it: people are. */
import { consistsOf, type FloorPlan, tableOptionsOf } from '../location/floor-plan.ts';
import type { LocationPlan } from '../location/location.ts';
import { outOfSeasonAt } from '../location/out-of-season.ts';
import { periodAt, type ServiceDay, serviceDayAt, serviceDayOf } from '../location/service-day.ts';
import { chosenOutOfSeason } from '../seating/chosen-tables.ts';
import { isLocalDate, type LocalDate } from '../time/local-date.ts';
import type { Booking } from './booking.ts';

/**
 * What is wrong with a booking under a plan: it has no such tables for so many; they are out of season then; it lies outside the opening hours, or stays beyond them; it begins
 * in a closure; it begins before one and stays into it.
 */
export type Concern = 'no_table' | 'out_of_season' | 'outside_hours' | 'closed' | 'into_closure';

/** A booking, and what a change of the plan makes wrong with it. */
export interface AffectedBooking {
  /** As it stands. */
  readonly booking: Booking;
  /** One or more that it did not have before. */
  readonly concerns: readonly Concern[];
}

/** The bookings that have a concern under the new plan which they did not have before, by start. */
export function affectedBookings(
  before: LocationPlan | null,
  after: LocationPlan,
  bookings: readonly Booking[],
  nowMs: number,
): readonly AffectedBooking[] {
  if (before === null) return [];
  const [had, has] = [concernsUnder(before, nowMs), concernsUnder(after, nowMs)];
  return bookings
    .filter(({ kind }) => kind === 'booking') // a table that is blocked is nobody's loss
    .map((booking) => {
      const known = had(booking);
      return { booking, concerns: has(booking).filter((concern) => !known.includes(concern)) };
    })
    .filter(({ concerns }) => concerns.length > 0)
    .toSorted((a, b) => a.booking.startMs - b.booking.startMs);
}

function concernsUnder(plan: LocationPlan, nowMs: number): (booking: Booking) => readonly Concern[] {
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

/** A change of the plan takes its tables from the booking: they are gone, too small, no longer joined, or out of season then. */
export function losesTables(before: LocationPlan, after: LocationPlan, booking: Booking): boolean {
  return (
    (!hasTableFor(after.floorPlan, booking) && hasTableFor(before.floorPlan, booking)) ||
    (isOutOfSeason(after, booking) && !isOutOfSeason(before, booking))
  );
}

function isOutOfSeason(plan: LocationPlan, { tables, startMs }: Booking): boolean {
  return chosenOutOfSeason(plan.floorPlan, tables, outOfSeasonAt(plan, startMs)).length > 0;
}

/** Fewer guests than a table is meant for are no harm once they are booked; who has no table cannot lose it. */
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
  { serviceDate, startMs, endMs }: Booking,
  nowMs: number,
): Concern | null {
  const isClosedDate = closures.some(
    ({ from, to }) => isLocalDate(from) && from <= serviceDate && serviceDate <= to,
  );
  if (isClosedDate || closed.some((hours) => hours.startMs <= startMs && startMs < hours.endMs))
    return 'closed';
  // Who sits there already is no matter of a closure that is made now.
  const reachesInto = closed.some((hours) => startMs < hours.startMs && hours.startMs < endMs);
  return reachesInto && startMs > nowMs ? 'into_closure' : null;
}

/** Without a last seating a party must be able to finish (D1). */
function isOutsideHours(
  plan: LocationPlan,
  opened: (date: LocalDate) => ServiceDay,
  { startMs, endMs }: Booking,
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
