/**
 * The taken table options of one service date over time, as bits. Answers "is this table free from 19:00 to 21:00?" for all tables in one operation.
 *
 * Time is divided into cells so fine that every slot and every turn of the day begins and ends on a cell's edge. A booking that does not (an
 * operator's, at 19:07) takes each cell that it touches. The result is still exact: a query covers whole cells, so it overlaps the booking exactly
 * when it covers a cell that the booking touches.
 */
import type { DiaryBooking } from '../booking/diary.ts';
import { bitsWhere, type FloorPlan, type Table, tableOptionsOf, wordsOf } from '../location/floor-plan.ts';
import { type Interval, MINUTE_MS, span } from '../instant.ts';
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';

export interface Occupancy {
  readonly originMs: number;
  readonly cellMs: number;
  readonly cells: number;
  /** 32-bit words a cell: one bit an option, in the order of `tableOptionsOf`. A combination is taken when one of its tables is. */
  readonly words: number;
  readonly taken: Int32Array;
  /** `taken` joined over a length in cells, made when first asked for. */
  readonly takenOver: Map<number, Int32Array>;
}

/** A view of an occupancy: the options taken at some instant of an interval. */
export interface TakenTableOptions {
  readonly bits: Int32Array;
  /** The position of the first word in `bits`. */
  readonly at: number;
}

/**
 * Draws the bookings of a service date into cells.
 *
 * @param requested an interval outside the day's grid for which the occupancy must be exact too (an operator's booking, or an old one that is
 * undone); its edges are whole minutes
 */
export function occupancyOf(
  location: Location,
  day: ServiceDay,
  bookings: readonly DiaryBooking[],
  requested?: Interval,
): Occupancy {
  const grid = gridOf(location, day, requested);
  const occupancy = emptyOccupancy(grid, new Int32Array(grid.cells * grid.words));
  const masksOf = masksOfTables(location.floorPlan);
  for (const booking of bookings) draw(occupancy, masksOf, booking);
  return occupancy;
}

/** How a service date is cut into cells. */
export type Grid = Pick<Occupancy, 'originMs' | 'cellMs' | 'cells' | 'words'>;

/** Cells as coarse as possible, and as many as the day and `requested` need. */
export function gridOf(location: Location, day: ServiceDay, requested?: Interval): Grid {
  const words = wordsOf(tableOptionsOf(location.floorPlan));
  const { startMs: originMs, endMs } = requested ? span(day.read, requested) : day.read;
  const cellMs = cellMsOf(location, day, originMs, requested);
  return { originMs, cellMs, cells: Math.ceil((endMs - originMs) / cellMs), words };
}

/** @param taken for each cell its words, all 0 */
export function emptyOccupancy({ originMs, cellMs, cells, words }: Grid, taken: Int32Array): Occupancy {
  return { originMs, cellMs, cells, words, taken, takenOver: new Map() };
}

/** Takes the tables of a booking for as long as it holds them. */
export function draw(
  { originMs, cellMs, cells, words, taken }: Occupancy,
  masksOf: TableMasks,
  { startMs, blockedUntilMs, tables }: DiaryBooking,
): void {
  const first = startMs > originMs ? ((startMs - originMs) / cellMs) | 0 : 0;
  const end = Math.min(cells, Math.ceil((blockedUntilMs - originMs) / cellMs)) * words;
  for (let t = 0; t < tables.length; t++) {
    const masks = masksOf.get(tables[t]!);
    if (!masks) continue; // a table that the plan no longer has
    for (let k = 0; k < masks.length; k += 2) {
      const mask = masks[k + 1]!;
      for (let i = first * words + masks[k]!; i < end; i += words) taken[i]! |= mask;
    }
  }
}

/** For each table the options that it is part of, as numbers in twos: a word, and the bits in it. */
export type TableMasks = ReadonlyMap<string, readonly number[]>;

/** Worked out once for each floor plan, and kept as long as it. */
export function masksOfTables(plan: FloorPlan): TableMasks {
  let known = masksOfPlan.get(plan);
  if (!known) {
    const tableOptions = tableOptionsOf(plan);
    const masksOf = ({ id }: Table): number[] =>
      [...bitsWhere(tableOptions, (option) => option.tables.includes(id))].flatMap((mask, word) =>
        mask === 0 ? [] : [word, mask],
      );
    masksOfPlan.set(plan, (known = new Map(plan.tables.map((table) => [table.id, masksOf(table)]))));
  }
  return known;
}

const masksOfPlan = new WeakMap<FloorPlan, TableMasks>();

/** The options that are taken at some instant of the interval, which lies inside the occupancy's. */
export function takenDuring(occupancy: Occupancy, interval: Interval): TakenTableOptions {
  const { originMs, cellMs, words } = occupancy;
  const first = Math.floor((interval.startMs - originMs) / cellMs);
  const length = Math.ceil((interval.endMs - originMs) / cellMs) - first;
  let bits = occupancy.takenOver.get(length);
  if (!bits) {
    // For each cell the union of it and the `length - 1` cells behind it, as far as the day goes.
    joinFurther((bits = occupancy.taken.slice()), words, 1, length);
    occupancy.takenOver.set(length, bits);
  }
  return { bits, at: first * words };
}

/** The option is in a set of options, which begins at this word of the bits. */
export function holds(bits: Int32Array, at: number, option: number): boolean {
  return (bits[at + (option >>> 5)]! & (1 << (option & 31))) !== 0;
}

/** Whether one of the wanted options is not taken. The words of the taken options begin in `bits` at `at`. */
export function isAnyFree(bits: Int32Array, at: number, wanted: Int32Array): boolean {
  for (let word = 0; word < wanted.length; word++) if ((wanted[word]! & ~bits[at + word]!) !== 0) return true;
  return false;
}

/** How long the option is free around an interval in which it is free, in cells. */
export function freeStretch(occupancy: Occupancy, interval: Interval, option: number): number {
  const { originMs, cellMs, cells, words, taken } = occupancy;
  let first = Math.floor((interval.startMs - originMs) / cellMs);
  let end = Math.ceil((interval.endMs - originMs) / cellMs);
  while (first > 0 && !holds(taken, (first - 1) * words, option)) first--;
  while (end < cells && !holds(taken, end * words, option)) end++;
  return end - first;
}

/** Makes a union over `length` cells from one over `have` cells (at most `length`) by doubling, in at most log2(length) rounds over the day. */
export function joinFurther(joined: Int32Array, words: number, have: number, length: number): void {
  const end = joined.length;
  for (let over = have; over < length;) {
    const more = Math.min(over, length - over);
    for (let i = 0, behind = more * words; behind < end; i++, behind++) joined[i]! |= joined[behind]!;
    over += more;
  }
}

/** The coarsest cell on whose edges every slot, turn and requested interval of the day begins and ends. */
function cellMsOf(
  location: Location,
  day: ServiceDay,
  originMs: number,
  requested: Interval | undefined,
): number {
  let cell = 0;
  for (const { period, opensMs } of day.periods) {
    cell = gcd(gcd(cell, opensMs - originMs), period.slotStepMinutes * MINUTE_MS);
    for (const { turnMinutes } of period.turnTimes ?? location.turnTimes)
      cell = gcd(cell, (turnMinutes + location.bufferMinutes) * MINUTE_MS);
  }
  if (requested) cell = gcd(gcd(cell, requested.startMs - originMs), requested.endMs - originMs);
  return Math.abs(cell) || 15 * MINUTE_MS;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
