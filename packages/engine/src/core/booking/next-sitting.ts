import type { Booking } from './booking.ts';
import type { Location } from '../location/location.ts';
import { periodAt, serviceDayOf } from '../location/service-day.ts';
import { operatorSlots } from '../location/slots.ts';

/** Slots at least this far apart are seatings: a party between two of them blocks a table for the second. */
const SITTING_MINUTES = 60;

/**
 * The start of the next seating that a party between two seatings would overlap, in milliseconds since 1970: its tables are not available then,
 * unlike those of a party on the grid. A seating is the opening of a later period, or a slot if slots are an hour or more apart. Null for a party
 * on the grid, and for one that has left by then.
 */
export function sittingReachedInto(
  location: Location,
  { serviceDate, startMs, blockedUntilMs, partySize }: Booking,
): number | null {
  const day = serviceDayOf(location, serviceDate);
  const open = periodAt(day, startMs);
  if (!open) return null;
  const slots = operatorSlots(location, day, partySize, { nowMs: -Infinity });
  const before = slots.findLast((slot) => slot.open === open && slot.startMs <= startMs);
  if (before?.startMs === startMs) return null;
  const isSittings = open.period.slotStepMinutes >= SITTING_MINUTES;
  const sittings = [
    ...slots.filter((slot) => isSittings && slot.open === open).map((slot) => slot.startMs),
    ...day.periods.map(({ opensMs }) => opensMs),
  ];
  const freeMs = before ? before.startMs + (blockedUntilMs - startMs) : -Infinity;
  const reached = sittings.filter((ms) => startMs < ms && ms < blockedUntilMs && freeMs <= ms);
  return reached.length > 0 ? Math.min(...reached) : null;
}
