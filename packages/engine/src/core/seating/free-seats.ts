/** A list says how many seats each combination of eight tables has, so seats are counted eight tables at a time. */
import { heldBy } from '../booking/diary.ts';
import { type FloorPlan, tableOptionsOf } from '../location/floor-plan.ts';
import type { Slot } from '../location/slots.ts';
import { type DayState, takenFor } from './day-state.ts';
import { holds } from './occupancy.ts';

const EIGHT = 8;
/** So many ways there are for eight options to be free or taken. */
const WAYS = 1 << EIGHT;
const WORD = 32;

/**
 * Seats of all single tables that partners can book and that are not taken (D4).
 *
 * @param sums those of the plan
 * @param at the index in `bits` of the first word of the taken options
 */
export function freeSeats(sums: Int32Array, bits: Int32Array, at: number): number {
  let seats = 0;
  for (let first = 0, word = at; first < sums.length; first += 4 * WAYS, word++) {
    const free = ~bits[word]!;
    seats +=
      sums[first + (free & 255)]! +
      sums[first + WAYS + ((free >>> 8) & 255)]! +
      sums[first + 2 * WAYS + ((free >>> 16) & 255)]! +
      sums[first + 3 * WAYS + (free >>> 24)]!;
  }
  return seats;
}

/** Seats of all single tables that are in season and free for the duration of a slot, including those kept for the operator. */
export function seatsFreeDuring(state: DayState, slot: Slot): number {
  const taken = takenFor(state, heldBy(slot));
  return tableOptionsOf(state.location.floorPlan).reduce(
    (seats, { tables, seatsMax }, i) =>
      seats + (tables.length === 1 && !holds(taken.bits, taken.at, i) ? seatsMax : 0),
    0,
  );
}

/** For each eight options, and each way in which they can be free or taken, the seats of the free ones together. */
export function seatSumsOf(plan: FloorPlan): Int32Array {
  let sums = known.get(plan);
  if (!sums) known.set(plan, (sums = countSums(plan)));
  return sums;
}

const known = new WeakMap<FloorPlan, Int32Array>();

/** Combinations follow the single tables, and their tables have been counted. */
function countSums(plan: FloorPlan): Int32Array {
  const singles = tableOptionsOf(plan).filter(({ tables }) => tables.length === 1);
  const sums = new Int32Array(Math.ceil(singles.length / WORD) * 4 * WAYS);
  for (const [i, { online, seatsMax }] of singles.entries()) {
    if (!online) continue;
    const first = Math.floor(i / EIGHT) * WAYS;
    for (let way = 0; way < WAYS; way++) if (way & (1 << (i % EIGHT))) sums[first + way]! += seatsMax;
  }
  return sums;
}
