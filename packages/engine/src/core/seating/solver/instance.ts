/**
 * The day in numbers: bookings, tables and times.
 *
 * Time is divided at every instant at which some booking begins or ends; the parts are called *segments*. A booking has its tables for whole
 * segments, so two bookings overlap exactly when they share a segment. A request can begin between edges: it gets every segment that it touches.
 * This is still exact, since a booking takes each of its segments completely.
 *
 * Bookings that may change tables are *movable bookings*, sorted by their start. The tables of all others are blocked. Bookings that share a table
 * are not movable either.
 *
 * A movable booking can be at a table where the plan no longer seats such a party. It may stay there, or move to any place that the plan has for
 * it. Other bookings cannot take its place as one of a family, so its tables are a family each.
 */
import type { DiaryBooking } from '../../booking/diary.ts';
import type { FloorPlan } from '../../location/floor-plan.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';
import { type Floor, floorOf, type Kind } from './floor.ts';
import { kindAt, tableOptionOf, withStrays } from './strays.ts';

/** A free table. */
export const FREE = -1;
/** Somebody holds the table who may not move. */
export const BLOCKED = -2;

/** An day in numbers. */
export interface Instance {
  readonly floor: Floor;
  /** The instants between the segments, ascending: segment `i` lasts from `edges[i]` to `edges[i + 1]`. */
  readonly edges: Float64Array;
  readonly segments: number;
  readonly movables: readonly DiaryBooking[];
  /** The first segment of each movable booking, and behind the movable bookings that of the request who is being asked about. */
  readonly from: Int32Array;
  /** The segment behind the last one. */
  readonly to: Int32Array;
  readonly kinds: Kind[];
  /** The option that each movable booking has today; -1 for the request. */
  readonly tableOption: Int32Array;
  /** The holder of a table during a segment, at `table * segments + segment`: a movable booking, {@link FREE} or {@link BLOCKED}. */
  readonly holder: Int32Array;
}

/** Lays a day out; `isMovable` says who may change tables, `outOfSeasonAt` which of them a booking cannot have that starts at an instant. */
export function instanceOf(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
  outOfSeasonAt: (startMs: number) => OutOfSeason = () => null,
  isByArea = false,
): Instance {
  const floor = withStrays(floorOf(plan, isByArea), bookings.filter(isMovable), outOfSeasonAt);
  const edges = edgesOf(bookings);
  const segments = Math.max(0, edges.length - 1);
  const holder = new Int32Array(floor.tables * segments).fill(FREE);
  const movables: DiaryBooking[] = [];
  for (const booking of bookings) {
    if (isMovable(booking) && tableOptionOf(floor, booking.tables) >= 0) movables.push(booking);
    else hold(floor, edges, holder, booking, BLOCKED);
  }
  movables.sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1));
  const sharing = new Set<DiaryBooking>();
  for (const [i, booking] of movables.entries()) {
    for (const other of hold(floor, edges, holder, booking, i)) {
      sharing.add(booking);
      if (other >= 0) sharing.add(movables[other]!);
    }
  }
  if (sharing.size > 0)
    return instanceOf(
      plan,
      bookings,
      (booking) => isMovable(booking) && !sharing.has(booking),
      outOfSeasonAt,
      isByArea,
    );

  const from = new Int32Array(movables.length + 1);
  const to = new Int32Array(movables.length + 1);
  const tableOption = new Int32Array(movables.length + 1).fill(-1);
  const kinds: Kind[] = [];
  for (const [i, movable] of movables.entries()) {
    from[i] = segmentFrom(edges, movable.startMs);
    to[i] = segmentFrom(edges, movable.blockedUntilMs);
    tableOption[i] = tableOptionOf(floor, movable.tables);
    kinds[i] = kindAt(floor, movable, tableOption[i], outOfSeasonAt(movable.startMs));
  }
  return { floor, edges, segments, movables, from, to, kinds, tableOption, holder };
}

/** Puts the request behind the movable bookings. */
export function setRequest(instance: Instance, kind: Kind, from: number, to: number): void {
  const request = instance.movables.length;
  instance.kinds[request] = kind;
  instance.from[request] = from;
  instance.to[request] = to;
}

/** The segment that holds the instant; the first for all that is earlier, the number of segments for all that is later. */
export function segmentFrom(edges: Float64Array, ms: number): number {
  return Math.min(Math.max(0, edgesUpTo(edges, ms) - 1), Math.max(0, edges.length - 1));
}

/** The segment behind the last one that begins before the instant. */
export function segmentUntil(edges: Float64Array, ms: number): number {
  return Math.min(edgesUpTo(edges, ms - 1), Math.max(0, edges.length - 1));
}

/** How many edges lie at or before the instant. */
function edgesUpTo(edges: Float64Array, ms: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle]! <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

function edgesOf(bookings: readonly DiaryBooking[]): Float64Array {
  const all = new Float64Array(bookings.length * 2);
  for (const [i, { startMs, blockedUntilMs }] of bookings.entries()) {
    all[2 * i] = startMs;
    all[2 * i + 1] = blockedUntilMs;
  }
  all.sort();
  let count = 0;
  for (const ms of all) if (count === 0 || all[count - 1] !== ms) all[count++] = ms;
  return all.slice(0, count);
}

/** Writes who holds the booking's tables; returns those who held them already. */
function hold(
  { indexOf }: Floor,
  edges: Float64Array,
  holder: Int32Array,
  { tables, startMs, blockedUntilMs }: DiaryBooking,
  who: number,
): number[] {
  const segments = edges.length - 1;
  const from = segmentFrom(edges, startMs);
  const to = segmentFrom(edges, blockedUntilMs);
  const before: number[] = [];
  for (const id of tables) {
    const table = indexOf.get(id);
    if (table === undefined) continue; // a table that the plan no longer has
    for (let at = table * segments + from; at < table * segments + to; at++) {
      if (holder[at] !== FREE) before.push(holder[at]!);
      holder[at] = who;
    }
  }
  return before;
}
