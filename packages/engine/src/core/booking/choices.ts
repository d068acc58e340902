/** Dates and sizes that an empty restaurant could take, by {@link offeredStarts}, as in the check of every booking. */
import { tableOptionsOf } from '../location/floor-plan.ts';
import { MINUTE_MS } from '../instant.ts';
import type { LocalDate } from '../local-date.ts';
import { allLeadTimes, type Location } from '../location/location.ts';
import { coversLeft } from '../seating/table-assignment.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { type BookingWindow, offeredStarts, rejectionAt, slotOf } from '../location/slots.ts';

/** A service date that can be requested. */
export interface DateChoice {
  /** The service date. */
  readonly date: LocalDate;
  /** The party sizes that an empty restaurant could take on it, in order; never empty. */
  readonly partySizes: readonly number[];
}

/** Party sizes that an empty restaurant could take on a service date, in order; empty on a date that is closed, past or too far ahead. */
export function sizesOn(location: Location, day: ServiceDay, window: BookingWindow): readonly number[] {
  if (day.date > window.lastDate || day.periods.length === 0) return [];
  // For a day that is wholly in the future the time does not matter.
  const earliestMs = window.nowMs + Math.max(...allLeadTimes(location)) * MINUTE_MS;
  const isAhead = day.periods.every(({ opensMs }) => opensMs >= earliestMs);
  if (!isAhead || window.admission) return findSizes(location, day, window);
  let sizes = sizesOfDay.get(day);
  if (!sizes) sizesOfDay.set(day, (sizes = findSizes(location, day, window)));
  return sizes;
}

const sizesOfDay = new WeakMap<ServiceDay, readonly number[]>();

function findSizes(location: Location, day: ServiceDay, window: BookingWindow): readonly number[] {
  const largest = tableOptionsOf(location.floorPlan).reduce(
    (most, { seatsMax }) => Math.max(most, seatsMax),
    0,
  );
  return Array.from({ length: largest }, (_, i) => i + 1).filter((size) =>
    isOpenTo(location, day, size, window),
  );
}

/** Whether an empty restaurant could take such a party on the date. */
export function isOpenTo(
  location: Location,
  day: ServiceDay,
  partySize: number,
  window: BookingWindow,
): boolean {
  return day.periods.some((open) =>
    offeredStarts(location, day, open, partySize, window).some((startMs) => {
      const slot = slotOf(location, open, partySize, startMs);
      return coversLeft([], location, slot) >= partySize && !rejectionAt(window, day, slot, partySize);
    }),
  );
}
