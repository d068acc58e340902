/**
 * Who sits where. {@link obstacleTo} is what availability asks ("is 19:30 free for four?") and what a booking asks before
 * it is given tables: one function, so that what is shown is what can be had (D2).
 */
import type { Reseating } from './diary.ts';
import type { Evening } from './evening.ts';
import {
  consistsOf,
  type FloorPlan,
  type Place,
  placesAdmitting,
  placesOf,
  type Reach,
} from './floor-plan.ts';
import type { Interval } from './interval.ts';
import { freeStretch, isAnyFree, isFree, type TakenPlaces, takenDuring } from './occupancy.ts';
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
  if (reach === 'online' && coversLeft(evening.bookings, evening.location, slot) < partySize) return 'pacing';
  if (isPlaceFree(evening, heldBy(slot), partySize, reach)) return null;
  return makeRoom(evening, heldBy(slot), partySize, reach) ? null : 'tables';
}

/** Tables for a party at a slot that nothing stands against, else why not. */
export function seatParty(evening: Evening, slot: Slot, partySize: number, reach: Reach): Seating | Reason {
  const obstacle = obstacleTo(evening, slot, partySize, reach);
  return obstacle ?? seatDuring(evening, heldBy(slot), partySize, reach) ?? 'tables';
}

/** Tables for a party during an interval: a free place, else one for which others make room; null when there is none. */
export function seatDuring(
  evening: Evening,
  interval: Interval,
  partySize: number,
  reach: Reach,
): Seating | null {
  return bestFit(evening, interval, partySize, reach) ?? makeRoom(evening, interval, partySize, reach);
}

/** These tables are a place of the plan, admit a party of this size, and are free during the interval. */
export function isFreeFor(
  evening: Evening,
  tables: readonly string[],
  interval: Interval,
  partySize: number,
): boolean {
  const i = placesOf(evening.location.floorPlan).findIndex((place) => consistsOf(place, tables));
  if (i < 0) return false; // the plan has changed since
  const admitted = { bits: placesAdmitting(evening.location.floorPlan, partySize, 'all'), at: 0 };
  return !isFree(admitted, i) && isFree(takenDuring(evening.occupancy, interval), i);
}

function isPlaceFree(evening: Evening, interval: Interval, partySize: number, reach: Reach): boolean {
  return isAnyFree(
    takenDuring(evening.occupancy, interval),
    placesAdmitting(evening.location.floorPlan, partySize, reach),
  );
}

/** Tables for a party if others change theirs (D9). A question that exceeds the search's budget counts as no (D2). */
function makeRoom(evening: Evening, interval: Interval, partySize: number, reach: Reach): Seating | null {
  const answer = evening.search.ask({ ...interval, partySize, reach });
  return answer.kind === 'seated' ? answer : null;
}

/**
 * The free place with the fewest seats that admits the party, single tables before combinations. Among equals the operator takes one
 * that is kept for her; then the one whose free stretch around the interval is shortest, which leaves the long stretches whole
 * for others. Null when none is free.
 */
function bestFit(evening: Evening, interval: Interval, partySize: number, reach: Reach): Seating | null {
  const places = placesOf(evening.location.floorPlan);
  const wanted = placesAdmitting(evening.location.floorPlan, partySize, reach);
  const taken = takenDuring(evening.occupancy, interval);
  let best: Place | null = null;
  let bestStretch = Infinity;
  for (const [i, place] of places.entries()) {
    if (best && !isEquallyGood(best, place)) break; // places stand in the order of best fit
    if (isFree({ bits: wanted, at: 0 }, i) || !isFree(taken, i)) continue;
    const stretch =
      freeStretch(evening.occupancy, interval, i) + (reach === 'all' && place.online ? OPEN_TO_ALL : 0);
    if (stretch < bestStretch) [best, bestStretch] = [place, stretch];
  }
  return best && { tables: best.tables, reseatings: [] };
}

/** Longer than any stretch. */
const OPEN_TO_ALL = 2 ** 31;

/** Seats of all single tables that partners may have and that are free for the whole slot (D4): alike for all sizes of one turn. */
export function freeSeats(evening: Evening, slot: Slot): number {
  const { occupancy, location } = evening;
  const taken = takenDuring(occupancy, heldBy(slot));
  let known = occupancy.seatsFree.get(taken.bits);
  if (!known) occupancy.seatsFree.set(taken.bits, (known = new Int32Array(occupancy.cells).fill(-1)));
  const cell = taken.at / occupancy.words;
  if (known[cell] === -1) known[cell] = countSeats(location.floorPlan, taken);
  return known[cell]!;
}

function countSeats(plan: FloorPlan, taken: TakenPlaces): number {
  let seats = 0;
  for (const [i, place] of placesOf(plan).entries()) {
    if (place.tables.length > 1) break; // combinations stand last, and their tables have been counted
    if (place.online && isFree(taken, i)) seats += place.seatsMax;
  }
  return seats;
}

/** When a party at this slot holds its tables. */
function heldBy(slot: Slot): Interval {
  return { startMs: slot.startMs, endMs: slot.blockedUntilMs };
}

function isEquallyGood(best: Place, other: Place): boolean {
  return other.seatsMax === best.seatsMax && other.tables.length > 1 === best.tables.length > 1;
}
