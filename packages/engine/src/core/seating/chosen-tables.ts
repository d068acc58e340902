/**
 * Tables that the operator has chosen for a party (D38) or blocked for a time (D39). Their bookings get other tables, by any re-seatings that this
 * requires, and those without another table are returned.
 *
 * Exact like the search itself: all these bookings are removed, and added again one after another, each by an exact search on the result of the
 * previous ones. A set of bookings that can be seated together can be seated in any order, since each search may move all others.
 */
import {
  type BlockEntry,
  type DiaryBooking,
  heldBy,
  type HoldEntry,
  isBlock,
  isHoldEntry,
  maySit,
  type Reseating,
} from '../booking/diary.ts';
import { consistsOf, type FloorPlan, tableOptionsAdmitting, tableOptionsOf } from '../location/floor-plan.ts';
import type { Location } from '../location/location.ts';
import type { OutOfSeason } from '../location/out-of-season.ts';
import { readUpTo, type ServiceDay } from '../location/service-day.ts';
import { contains, type Interval, overlaps, span } from '../instant.ts';
import { dayStateOf, isMovable, type MemoryOf } from './day-state.ts';
import { holds as holdsBit } from './occupancy.ts';
import { rangeOf } from './read-range.ts';
import type { SeatingSearch } from './solver/seating-search.ts';
import { seatDuring, type TableAssignment } from './table-assignment.ts';

export interface ClearedDays {
  readonly location: Location;
  /** The service dates that the claim touches, in order, one or more. A booking of one of these dates moves within it. */
  readonly days: readonly ServiceDay[];
  /** The range that has been read. Default: the range of the days. */
  readonly read?: Interval;
  readonly nowMs: number;
  /** Earlier search results for days of the location. */
  readonly memory?: MemoryOf | undefined;
}

/** The consequences for other bookings when tables are claimed. */
export interface Clearing {
  /** The bookings that get other tables. */
  readonly reseatings: readonly Reseating[];
  /** The bookings there that cannot get other tables, by start. If there are no bookings, holds and blocks here, the tables are available. */
  readonly inTheWay: readonly DiaryBooking[];
  /** Holds of these tables that cannot get other tables, by start (D35): a table that was promised to a guest is kept. */
  readonly holds: readonly HoldEntry[];
  /** Blocks of these tables, by start (D39). */
  readonly blocks: readonly BlockEntry[];
  /** Questions that were given up on the way (D2). */
  readonly undecided: number;
  /** The cost of the search, in its steps. */
  readonly steps: number;
}

/** Takes tables for a booking that keeps them, whichever bookings have them now. `claim` is not among the others. */
export function clearTables(at: ClearedDays, others: readonly DiaryBooking[], claim: DiaryBooking): Clearing {
  const isHere = (booking: DiaryBooking): boolean =>
    overlaps(heldBy(booking), heldBy(claim)) && booking.tables.some((table) => claim.tables.includes(table));
  const here = others.filter(isHere).toSorted(hardestFirst);
  const mustLeave = here.filter((booking) => !isBlock(booking));
  const leaving = new Set<DiaryBooking>(mustLeave);
  const seated = new Map(
    others.filter((booking) => !leaving.has(booking)).map((booking) => [booking.id, booking]),
  );
  seated.set(claim.id, { ...claim, pinned: true });
  const staying: DiaryBooking[] = [];
  let undecided = 0;
  let steps = 0;
  for (const booking of mustLeave) {
    const { assignment, search } = seatElsewhere(at, [...seated.values()], booking, claim);
    if (search) undecided += search.takeUndecided() + (search.isUnfinished ? 1 : 0);
    steps += search?.steps ?? 0;
    if (!assignment) {
      staying.push(booking);
      continue;
    }
    for (const { bookingId, tables } of assignment.reseatings)
      seated.set(bookingId, { ...seated.get(bookingId)!, tables });
    seated.set(booking.id, { ...booking, tables: assignment.tables });
  }
  return {
    reseatings: changes(others, seated),
    inTheWay: staying.filter((one) => !isHoldEntry(one)).toSorted(byStart),
    holds: staying.filter(isHoldEntry).toSorted(byStart),
    blocks: here.filter(isBlock).toSorted(byStart),
    undecided,
    steps,
  };
}

/** Which of the bookings there keep the tables, and which wait for others. */
export interface Concession {
  readonly staying: readonly DiaryBooking[];
  /** They are without a table (D39). */
  readonly waiting: readonly Reseating[];
}

/** Bookings lose their tables only if it is forced. Even then seated parties stay (D41), and so do holds (D35). */
export function concede({ inTheWay }: Clearing, force: boolean, nowMs: number): Concession {
  const staying = force ? inTheWay.filter((one) => maySit(one, nowMs)) : inTheWay;
  const waiting = staying.length > 0 ? [] : inTheWay.map(({ id }) => ({ bookingId: id, tables: [] }));
  return { staying, waiting };
}

/** The tables are available: no booking would lose them, and no hold or block keeps them. */
export function isCleared({
  inTheWay,
  holds,
  blocks,
}: Pick<Clearing, 'inTheWay' | 'holds' | 'blocks'>): boolean {
  return inTheWay.length === 0 && holds.length === 0 && blocks.length === 0;
}

/** Other tables for a booking that has to leave its own; null where it may not be moved, or has nowhere to go. */
function seatElsewhere(
  { location, days, nowMs, memory, read: whole = days.map((one) => one.read).reduce(span) }: ClearedDays,
  seated: readonly DiaryBooking[],
  booking: DiaryBooking,
  claim: DiaryBooking,
): { readonly assignment: TableAssignment | null; readonly search?: SeatingSearch } {
  const held = heldBy(booking);
  // A claim can outlast its days, and all that it touches has been read.
  const known = span(whole, heldBy(claim));
  if (!isMovable(location, booking, known, nowMs)) return { assignment: null };
  const day =
    days.find(({ read }) => contains(read, held)) ??
    days.find(({ read }) => overlaps(read, held)) ??
    days[0]!;
  // A claim of several days is looked at day by day, as far as each booking reaches.
  const requested = days.length === 1 ? span(held, heldBy(claim)) : held;
  const inside = seated.filter((other) => contains(known, heldBy(other)));
  const range = rangeOf(location, requested, inside, nowMs, day.read);
  const readDay = readUpTo(location.timeZone, day, span(requested, range));
  const near = seated.filter((other) => overlaps(heldBy(other), readDay.read));
  const state = dayStateOf(location, readDay, near, nowMs, { requested, memory });
  const assignment = seatDuring(state, held, booking.partySize, booking.tableAccess);
  return { assignment, search: state.search };
}

/** These tables are an option of the plan that admits a party of this size; the same ones may be joined in several ways. */
export function admitsParty(plan: FloorPlan, tables: readonly string[], partySize: number): boolean {
  const admitted = tableOptionsAdmitting(plan, partySize, 'all');
  return tableOptionsOf(plan).some((option, i) => consistsOf(option, tables) && holdsBit(admitted, 0, i));
}

/** Which of these tables, an option of the plan, are out of season; all where only joining them is (D40). */
export function chosenOutOfSeason(
  plan: FloorPlan,
  tables: readonly string[],
  out: OutOfSeason,
): readonly string[] {
  if (out === null) return [];
  const isOut = (chosen: readonly string[]): boolean => {
    const own = tableOptionsOf(plan).flatMap((option, i) => (consistsOf(option, chosen) ? i : []));
    return own.length > 0 && own.every((i) => holdsBit(out, 0, i));
  };
  if (!isOut(tables)) return [];
  const single = tables.filter((table) => isOut([table]));
  return single.length > 0 ? single : tables;
}

function changes(others: readonly DiaryBooking[], seated: ReadonlyMap<string, DiaryBooking>): Reseating[] {
  return others.flatMap(({ id, tables: before }) => {
    const after = seated.get(id)?.tables ?? before;
    return after === before ? [] : [{ bookingId: id, tables: after }];
  });
}

/** The hardest to seat first: if not all can stay, the fewest are named. */
function hardestFirst(a: DiaryBooking, b: DiaryBooking): number {
  return b.partySize - a.partySize || byStart(a, b);
}

function byStart(a: DiaryBooking, b: DiaryBooking): number {
  return a.startMs - b.startMs || (a.id < b.id ? -1 : 1);
}
