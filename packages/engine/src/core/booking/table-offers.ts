/** The tables for a party at a time, one option of the plan after another, for the operator (D38). */
import type { TableOption } from '../location/floor-plan.ts';
import { chosenOutOfSeason, clearTables, isCleared } from '../seating/chosen-tables.ts';
import type { DayState } from '../seating/day-state.ts';
import { type BookingEntry, type DiaryBooking, type Entry, entryIn } from './diary.ts';

/** Tables for a party, with the rows that prevent it. */
export interface TableOffer {
  /** Ids of the tables: one, or several that are joined. */
  readonly tables: readonly string[];
  /** The smallest party that can be seated there. */
  readonly seatsMin: number;
  /** The largest party that fits. */
  readonly seatsMax: number;
  /** They are available for the whole time, with re-seating if necessary. */
  readonly available: boolean;
  /**
   * When the next party or block has one of them, in milliseconds since 1970; the start itself if they are occupied then. Null: free for the
   * rest of the day.
   */
  readonly freeUntilMs: number | null;
  /** Ids of the bookings that would get other tables. */
  readonly reseated: readonly string[];
  /** Ids of the bookings there that cannot get others, by start. */
  readonly inTheWay: readonly string[];
  /** Ids of the holds there that cannot get others, by start (D35). */
  readonly holds: readonly string[];
  /** Ids of the blocks that the tables have at the time, by start. */
  readonly blocks: readonly string[];
  /** They are not available in that season, week or day (D40). */
  readonly outOfSeason: boolean;
}

/** The party that needs tables, as the diary would show it, without tables. */
export type Claim = Omit<Entry, 'tables' | 'pinned' | 'tableAccess'>;

interface CheckedOffer {
  readonly offer: TableOffer;
  /** Steps of the search, plus a fixed number per look. */
  readonly steps: number;
  /** Abandoned questions (D2). */
  readonly undecided: number;
}

/** The cost of a look without a search. */
const LOOK_STEPS = 100;

/** Examines one option of the plan. `others`: all bookings of the day but the party's own. */
export function tableOffer(
  { location, day, outOfSeasonAt }: DayState,
  nowMs: number,
  others: readonly DiaryBooking[],
  claim: Claim,
  { tables, seatsMin, seatsMax }: TableOption,
): CheckedOffer {
  const at = { location, days: [day], nowMs };
  const claimed: BookingEntry = { ...claim, tables, pinned: true, tableAccess: 'all', kind: 'booking' };
  const clearing = clearTables(at, others, claimed);
  const { reseatings, inTheWay, holds, blocks, steps, undecided } = clearing;
  const out = outOfSeasonAt(claim.startMs);
  const outOfSeason = chosenOutOfSeason(location.floorPlan, tables, out).length > 0;
  const offer = {
    tables,
    seatsMin,
    seatsMax,
    available: !outOfSeason && isCleared(clearing),
    freeUntilMs: freeUntilMs(others, tables, claim),
    reseated: reseatings
      .map(({ bookingId }) => bookingId)
      .filter((id) => entryIn({ bookings: others }, id)?.kind !== 'hold'),
    inTheWay: inTheWay.map(({ id }) => id),
    holds: holds.map(({ id }) => id),
    blocks: blocks.map(({ id }) => id),
    outOfSeason,
  };
  return { offer, steps: steps + LOOK_STEPS, undecided };
}

/** When the next booking has one of the tables, after the start of the claim. */
function freeUntilMs(
  others: readonly DiaryBooking[],
  tables: readonly string[],
  { startMs }: Claim,
): number | null {
  const here = others.filter(
    (other) => other.blockedUntilMs > startMs && other.tables.some((id) => tables.includes(id)),
  );
  if (here.length === 0) return null;
  return Math.max(startMs, Math.min(...here.map((other) => other.startMs)));
}

/** Available ones first, then with re-seating, then free for some time, then others; equal ones by fewer empty seats, single tables, shorter free time. */
export function byPreference(partySize: number, startMs: number): (a: TableOffer, b: TableOffer) => number {
  const rank = ({ available, freeUntilMs: until, outOfSeason }: TableOffer): number => {
    if (available) return 0;
    return !outOfSeason && (until ?? Infinity) > startMs ? 1 : 2;
  };
  const empty = ({ seatsMax }: TableOffer): number => seatsMax - partySize;
  return (a, b) =>
    rank(a) - rank(b) ||
    (rank(a) === 1 ? (b.freeUntilMs ?? Number.MAX_VALUE) - (a.freeUntilMs ?? Number.MAX_VALUE) : 0) ||
    a.reseated.length - b.reseated.length ||
    a.tables.length - b.tables.length ||
    empty(a) - empty(b) ||
    (a.freeUntilMs ?? Number.MAX_VALUE) - (b.freeUntilMs ?? Number.MAX_VALUE);
}
