/** The offer of a day. Sizes with the same rules in a period have the same offer, computed once. */
import { planAdmits } from '../location/floor-plan.ts';
import { leadTimeMinutesOf, type Location, type ServicePeriod, turnMinutesOf } from '../location/location.ts';
import { beyondArea, type OutOfSeason, outOfSeason } from '../location/out-of-season.ts';
import type { OpenPeriod } from '../location/service-day.ts';
import { type BookingWindow, isWithin, offeredStarts, takesSize } from '../location/slots.ts';
import { BATCH_PARTY_SIZE_MAX } from '../limits.ts';
import { MINUTE_MS } from '../instant.ts';
import type { DayState } from './day-state.ts';
import { freeSeats, seatSumsOf } from './free-seats.ts';
import { type JoinedRows, joinedRowsOf } from './joined-rows.ts';
import { coversLeftBySlot } from './table-assignment.ts';

/** The offer of a day to some party sizes. */
export interface Offer {
  readonly startsMs: readonly number[];
  /** For each of them the covers that are still available. */
  readonly covers: readonly number[];
  /** Of these covers. */
  readonly least: number;
  readonly periods: readonly OfferedPeriod[];
}

/** The offer of a period: its slots, one number each. */
export interface OfferedPeriod {
  readonly startsMs: readonly number[];
  /** How long the tables are held from each start. */
  readonly heldMs: number;
  /** The options that are taken during a slot or out of season, and the position of their words. Valid only until another day is examined. */
  readonly taken: Int32Array;
  readonly at: readonly number[];
  /** Seats of the free tables (D4), or fewer where fewer covers may still start. */
  readonly covers: readonly number[];
  /** Covers that may still start; null without a limit. */
  readonly left: readonly number[] | null;
}

/** The offer of the day to each party size; the same object for the next size if both have the same rules. */
export function offersOf(state: DayState, window: BookingWindow): (partySize: number) => Offer {
  const { location, day, bookings, occupancy } = state;
  if (!isWithin(window, day.date)) return () => NOTHING;
  const turnsOf = day.periods.map((open) =>
    turnsOfPeriod(location, open.period, outOf(location, day, open, window)),
  );
  const leftOf = day.periods.map((open) => coversLeftBySlot(bookings, location, open));
  const rows = joinedRowsOf(occupancy);
  let last: Offer | undefined;
  let lastSize = 0;
  return (partySize) => {
    if (last && isAlike(turnsOf, partySize, lastSize)) return last;
    const periods: OfferedPeriod[] = [];
    for (let i = 0; i < turnsOf.length; i++)
      if (turnsOf[i]!(partySize) !== NOT_TAKEN)
        periods.push(offeredPeriod(state, rows, day.periods[i]!, partySize, window, leftOf[i]!));
    lastSize = partySize;
    return (last = joined(periods));
  };
}

function isAlike(turnsOf: readonly TurnBySize[], one: number, other: number): boolean {
  for (const turnOf of turnsOf) if (turnOf(one) !== turnOf(other)) return false;
  return true;
}

const NOTHING: Offer = { startsMs: [], covers: [], least: Infinity, periods: [] };

function joined(periods: readonly OfferedPeriod[]): Offer {
  if (periods.length === 0) return NOTHING;
  const [{ startsMs, covers }, ...more] = periods as [OfferedPeriod, ...OfferedPeriod[]];
  if (more.length === 0) return { startsMs, covers, least: leastOf(covers), periods };
  const all = covers.concat(...more.map((period) => period.covers));
  return {
    startsMs: startsMs.concat(...more.map((period) => period.startsMs)),
    covers: all,
    least: leastOf(all),
    periods,
  };
}

function leastOf(covers: readonly number[]): number {
  let least = Infinity;
  for (const one of covers) if (one < least) least = one;
  return least;
}

function offeredPeriod(
  { location, day, occupancy }: DayState,
  rows: JoinedRows,
  open: OpenPeriod,
  partySize: number,
  window: BookingWindow,
  leftBySlot: readonly number[] | null,
): OfferedPeriod {
  const { opensMs, period } = open;
  const startsMs = offeredStarts(location, day, open, partySize, window);
  const heldMs = (turnMinutesOf(location, period, partySize) + location.bufferMinutes) * MINUTE_MS;
  const { originMs, cellMs, words } = occupancy;
  const out = outOf(location, day, open, window);
  const row = rows.over(heldMs / cellMs);
  const taken = out ? joinedWith(row, out) : row;
  const sums = seatSumsOf(location.floorPlan);
  const stepMs = period.slotStepMinutes * MINUTE_MS;
  const at: number[] = [];
  const covers: number[] = [];
  for (let slot = 0; slot < startsMs.length; slot++) {
    const wordAt = (((startsMs[slot]! - originMs) / cellMs) | 0) * words;
    at.push(wordAt);
    covers.push(freeSeats(sums, taken, wordAt));
  }
  if (!leftBySlot) return { startsMs, heldMs, taken, at, covers, left: null };
  const left = startsMs.map((startMs) => leftBySlot[(startMs - opensMs) / stepMs]!);
  return { startsMs, heldMs, taken, at, covers: covers.map((seats, i) => Math.min(seats, left[i]!)), left };
}

/** The options that a party which starts in the period cannot have: out of season, or in another area than the chosen one. */
function outOf(
  { floorPlan }: Location,
  { date }: DayState['day'],
  open: OpenPeriod,
  { area }: BookingWindow,
): OutOfSeason {
  const out = outOfSeason(floorPlan, date, open);
  return area === undefined ? out : beyondArea(floorPlan, area, out);
}

/** The options of each cell, and with them in each cell those that are out of season. */
function joinedWith(row: Int32Array, out: Int32Array): Int32Array {
  return row.map((word, i) => word | out[i % out.length]!);
}

/** Turn and lead times by size, kept with the plan and its seasons. */
function turnsOfPeriod(location: Location, period: ServicePeriod, out: OutOfSeason): TurnBySize {
  let seasons = turnsOfPlan.get(location);
  if (!seasons) turnsOfPlan.set(location, (seasons = new Map()));
  let known = seasons.get(out);
  if (!known) seasons.set(out, (known = new Map()));
  let turnOf = known.get(period);
  if (!turnOf) {
    const turns: number[] = [];
    const made = (partySize: number): number =>
      planAdmits(location.floorPlan, partySize, 'online', out) && takesSize(period, partySize)
        ? turnMinutesOf(location, period, partySize) + TURN_MINUTES * leadTimeMinutesOf(location, partySize)
        : NOT_TAKEN;
    turnOf = (partySize) =>
      partySize > BATCH_PARTY_SIZE_MAX ? made(partySize) : (turns[partySize] ??= made(partySize));
    known.set(period, turnOf);
  }
  return turnOf;
}

/** One number for both. */
type TurnBySize = (partySize: number) => number;

/** More than any party keeps its table. */
const TURN_MINUTES = 1_441;

const NOT_TAKEN = 0;
const turnsOfPlan = new WeakMap<Location, Map<OutOfSeason, Map<ServicePeriod, TurnBySize>>>();
