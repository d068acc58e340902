/**
 * What may be asked for at all: dates and party sizes that could be had if nobody had booked. All others are refused by the plan, however few have
 * booked. Beside {@link offeredSlots}, the same check that bookings pass, there is no rule here.
 */
import { tableOptionsOf } from '../location/floor-plan.ts';
import { MINUTE_MS } from '../time/interval.ts';
import type { LocalDate } from '../time/local-date.ts';
import { allLeadTimes, type Location } from '../location/location.ts';
import { coversLeft } from '../seating/pacing.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { type BookingWindow, offeredSlots } from '../location/slots.ts';

/** A service date that may be asked for. */
export interface DateChoice {
  /** The service date. */
  readonly date: LocalDate;
  /** The party sizes that could be had on it if nobody had booked, in order; never empty. */
  readonly partySizes: readonly number[];
}

/** Party sizes that could be had on a service date if nobody had booked, in order; none on a date that is closed, past or too far ahead. */
export function sizesOn(location: Location, day: ServiceDay, window: BookingWindow): readonly number[] {
  if (day.date > window.lastDate || day.periods.length === 0) return [];
  // The time does not matter for a day that still lies wholly ahead.
  const earliestMs = window.nowMs + Math.max(...allLeadTimes(location)) * MINUTE_MS;
  if (day.periods.some(({ opensMs }) => opensMs < earliestMs)) return findSizes(location, day, window);
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
    offeredSlots(location, day, size, window).some((slot) => coversLeft([], location, slot) >= size),
  );
}
