/**
 * The evening in numbers: who sits where, and when.
 *
 * Time is cut at every instant at which some booking begins or ends; the pieces are called *beats*. A booking holds its
 * tables for whole beats, so two bookings overlap exactly when they share a beat. A newcomer need not begin on an edge: it
 * is given every beat that it touches, which loses nothing, since whoever holds a beat holds all of it.
 *
 * Bookings that may change tables are *movers*, sorted by their start. All others are part of the furniture: their tables
 * are blocked. So is whoever shares a table with another.
 *
 * A mover may sit where the plan no longer seats such a party. It may stay there, and go to any place that the plan has for it; nobody
 * else may take its place as one of a family, so its tables are a family each.
 */
import type { DiaryBooking } from '../diary.ts';
import type { FloorPlan } from '../floor-plan.ts';
import { type House, houseOf, type Kind } from './house.ts';
import { kindAt, placeOf, withStrays } from './strays.ts';

/** Nobody holds the table. */
export const FREE = -1;
/** Somebody holds the table who may not move. */
export const BLOCKED = -2;

/** An evening in numbers. */
export interface Tonight {
  readonly house: House;
  /** The instants between the beats, ascending: beat `i` lasts from `edges[i]` to `edges[i + 1]`. */
  readonly edges: Float64Array;
  readonly beats: number;
  readonly movers: readonly DiaryBooking[];
  /** The first beat of each mover, and behind the movers that of the newcomer who is being asked about. */
  readonly from: Int32Array;
  /** The beat behind the last one. */
  readonly to: Int32Array;
  readonly kinds: Kind[];
  /** The place that each mover has today; -1 for the newcomer. */
  readonly place: Int32Array;
  /** Who holds a table during a beat, at `table * beats + beat`: a mover, {@link FREE} or {@link BLOCKED}. */
  readonly holder: Int32Array;
}

/** Lays an evening out; `isMovable` says who may change tables. */
export function tonightOf(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  isMovable: (booking: DiaryBooking) => boolean,
): Tonight {
  const house = withStrays(houseOf(plan), bookings.filter(isMovable));
  const edges = edgesOf(bookings);
  const beats = Math.max(0, edges.length - 1);
  const holder = new Int32Array(house.tables * beats).fill(FREE);
  const movers: DiaryBooking[] = [];
  for (const booking of bookings) {
    if (isMovable(booking) && placeOf(house, booking.tables) >= 0) movers.push(booking);
    else hold(house, edges, holder, booking, BLOCKED);
  }
  movers.sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1));
  const sharing = new Set<DiaryBooking>();
  for (const [i, booking] of movers.entries()) {
    for (const other of hold(house, edges, holder, booking, i)) {
      sharing.add(booking);
      if (other >= 0) sharing.add(movers[other]!);
    }
  }
  if (sharing.size > 0)
    return tonightOf(plan, bookings, (booking) => isMovable(booking) && !sharing.has(booking));

  const from = new Int32Array(movers.length + 1);
  const to = new Int32Array(movers.length + 1);
  const place = new Int32Array(movers.length + 1).fill(-1);
  const kinds: Kind[] = [];
  for (const [i, mover] of movers.entries()) {
    from[i] = beatFrom(edges, mover.startMs);
    to[i] = beatFrom(edges, mover.blockedUntilMs);
    place[i] = placeOf(house, mover.tables);
    kinds[i] = kindAt(house, mover, place[i]);
  }
  return { house, edges, beats, movers, from, to, kinds, place, holder };
}

/** Puts the newcomer behind the movers. */
export function welcome(tonight: Tonight, kind: Kind, from: number, to: number): void {
  const newcomer = tonight.movers.length;
  tonight.kinds[newcomer] = kind;
  tonight.from[newcomer] = from;
  tonight.to[newcomer] = to;
}

/** The beat that holds the instant; the first for all that is earlier, the number of beats for all that is later. */
export function beatFrom(edges: Float64Array, ms: number): number {
  return Math.min(Math.max(0, edgesUpTo(edges, ms) - 1), Math.max(0, edges.length - 1));
}

/** The beat behind the last one that begins before the instant. */
export function beatUntil(edges: Float64Array, ms: number): number {
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
  { indexOf }: House,
  edges: Float64Array,
  holder: Int32Array,
  { tables, startMs, blockedUntilMs }: DiaryBooking,
  who: number,
): number[] {
  const beats = edges.length - 1;
  const from = beatFrom(edges, startMs);
  const to = beatFrom(edges, blockedUntilMs);
  const before: number[] = [];
  for (const id of tables) {
    const table = indexOf.get(id);
    if (table === undefined) continue; // a table that the plan no longer has
    for (let at = table * beats + from; at < table * beats + to; at++) {
      if (holder[at] !== FREE) before.push(holder[at]!);
      holder[at] = who;
    }
  }
  return before;
}
