/**
 * Who sits where. {@link obstacleTo} is what availability asks ("is 19:30 free for four?") and what a booking asks before
 * it is given tables: one function, so that what is shown is what can be had (D2).
 */
import type { Reseating } from './diary.ts';
import type { Evening } from './evening.ts';
import { type Place, placesAdmitting, placesOf, type Reach } from './floor-plan.ts';
import type { Interval } from './interval.ts';
import { freeStretch, isAnyFree, isFree, takenDuring } from './occupancy.ts';
import { coversLeft } from './pacing.ts';
import type { Reason } from './reason.ts';
import type { Slot } from './slots.ts';

/** Tables for a party, and which other bookings change theirs to make room. */
export interface Seating {
  readonly tables: readonly string[];
  readonly reseatings: readonly Reseating[];
}

/** Why the evening cannot take the party at the slot; null when it can. */
export function obstacleTo(evening: Evening, slot: Slot, partySize: number, reach: Reach): Reason | null {
  if (reach === 'online' && coversLeft(evening, slot) < partySize) return 'pacing';
  const wanted = placesAdmitting(evening.location.floorPlan, partySize, reach);
  return isAnyFree(takenDuring(evening.occupancy, heldBy(slot)), wanted) ? null : 'tables';
}

/** Tables for a party at a slot that nothing stands against, else why not. */
export function seatParty(evening: Evening, slot: Slot, partySize: number, reach: Reach): Seating | Reason {
  return (
    obstacleTo(evening, slot, partySize, reach) ??
    seatDuring(evening, heldBy(slot), partySize, reach) ??
    'tables'
  );
}

/**
 * Tables for a party during an interval; null when there are none.
 *
 * Best fit: the place with the fewest seats that admits the party, single tables before combinations; among equals the
 * one whose free stretch around the interval is shortest, which leaves the long stretches whole for others.
 */
export function seatDuring(
  evening: Evening,
  interval: Interval,
  partySize: number,
  reach: Reach,
): Seating | null {
  const places = placesOf(evening.location.floorPlan);
  const wanted = placesAdmitting(evening.location.floorPlan, partySize, reach);
  const taken = takenDuring(evening.occupancy, interval);
  let best: Place | null = null;
  let bestStretch = Infinity;
  for (const [i, place] of places.entries()) {
    if (best && !isEquallyGood(best, place)) break; // places stand in the order of best fit
    if (isFree({ bits: wanted, at: 0 }, i) || !isFree(taken, i)) continue;
    const stretch = freeStretch(evening.occupancy, interval, i);
    if (stretch < bestStretch) [best, bestStretch] = [place, stretch];
  }
  return best && { tables: best.tables, reseatings: [] };
}

/** Seats of all single tables that partners may have and that are free for the whole slot (D4). */
export function freeSeats(evening: Evening, slot: Slot): number {
  const taken = takenDuring(evening.occupancy, heldBy(slot));
  let seats = 0;
  placesOf(evening.location.floorPlan).forEach((place, i) => {
    if (place.tables.length === 1 && place.online && isFree(taken, i)) seats += place.seatsMax;
  });
  return seats;
}

/** When a party at this slot holds its tables. */
function heldBy(slot: Slot): Interval {
  return { startMs: slot.startMs, endMs: slot.blockedUntilMs };
}

function isEquallyGood(best: Place, other: Place): boolean {
  return other.seatsMax === best.seatsMax && other.tables.length > 1 === best.tables.length > 1;
}
