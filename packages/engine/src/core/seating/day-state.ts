import { type DiaryBooking, heldBy } from '../booking/diary.ts';
import { contains, type Interval, MINUTE_MS, span } from '../instant.ts';
import type { Location } from '../location/location.ts';
import { type OutOfSeason, outOfSeasonAt } from '../location/out-of-season.ts';
import { type Occupancy, occupancyOf, takenDuring, type TakenTableOptions } from './occupancy.ts';
import type { Memory } from './solver/arrangements.ts';
import { createSeatingSearch, type SeatingQuestion, type SeatingSearch } from './solver/seating-search.ts';
import type { ServiceDay } from '../location/service-day.ts';
import type { LocalDate } from '../local-date.ts';

/** A service date with its bookings, laid out so that questions about it are quick. Availability and booking ask the same. */
export interface DayState {
  readonly location: Location;
  readonly day: ServiceDay;
  readonly bookings: readonly DiaryBooking[];
  readonly occupancy: Occupancy;
  /** The options that a party which starts at this instant cannot have (D40). */
  readonly outOfSeasonAt: (startMs: number) => OutOfSeason;
  /** Whether others may make room, and how (D9). Prepares itself when it is first asked. */
  readonly search: SeatingSearch;
  /** The booking may be given other tables (D9). */
  readonly isMovable: (booking: DiaryBooking) => boolean;
}

/** Earlier search results for a service date. Fetched when a search is needed. */
export type MemoryOf = (date: LocalDate) => Memory;

export interface DayStateOptions {
  /** An interval off the day's grid about which the day shall be exact too; its edges are whole minutes. */
  readonly requested?: Interval;
  /** Results of earlier searches for this date. Those of this search are added. */
  readonly memory?: MemoryOf | undefined;
}

/** @param nowMs decides which bookings are so near that they keep their tables */
export function dayStateOf(
  location: Location,
  day: ServiceDay,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  options: DayStateOptions = {},
): DayState {
  const occupancy = occupancyOf(location, day, bookings, options.requested);
  return dayStateFrom({ location, day, bookings, occupancy }, nowMs, options);
}

/** The same where the bookings have been drawn already. */
export function dayStateFrom(
  { location, day, bookings, occupancy }: Pick<DayState, 'location' | 'day' | 'bookings' | 'occupancy'>,
  nowMs: number,
  { requested, memory }: DayStateOptions = {},
): DayState {
  const read = requested ? span(day.read, requested) : day.read;
  const outAt = (startMs: number): OutOfSeason => outOfSeasonAt(location, startMs, day);
  const movable = (booking: DiaryBooking): boolean => isMovable(location, booking, read, nowMs);
  let search: SeatingSearch | undefined;
  const open = (): SeatingSearch =>
    createSeatingSearch({
      plan: location.floorPlan,
      bookings,
      isMovable: movable,
      outOfSeasonAt: outAt,
      movesMax: location.movesMax,
      ...(memory && { memory: () => memory(day.date) }),
    });
  return {
    location,
    day,
    bookings,
    occupancy,
    outOfSeasonAt: outAt,
    isMovable: movable,
    get search() {
      return (search ??= open());
    },
  };
}

/** The options that a party cannot have during an interval: those that are taken, and those that are out of season when it starts. */
export function takenFor(state: DayState, interval: Interval): TakenTableOptions {
  const taken = takenDuring(state.occupancy, interval);
  const out = state.outOfSeasonAt(interval.startMs);
  return out ? { bits: out.map((word, i) => word | taken.bits[taken.at + i]!), at: 0 } : taken;
}

/** It has tables, is not pinned or frozen, and is completely within the read range (D9). A party without a table (D39) cannot make room. */
export function isMovable(location: Location, booking: DiaryBooking, read: Interval, nowMs: number): boolean {
  return mayMove(location, booking, nowMs) && contains(read, heldBy(booking));
}

/** The same, were all of the diary read. */
export function mayMove(location: Location, booking: DiaryBooking, nowMs: number): boolean {
  return booking.tables.length > 0 && !booking.pinned && frozenFromMs(location, booking) > nowMs;
}

/** From when on a booking keeps its tables. */
export function frozenFromMs(location: Location, { startMs }: Pick<DiaryBooking, 'startMs'>): number {
  return startMs - location.freezeMinutes * MINUTE_MS;
}

/**
 * The basis of the decision of a step that seats a party. A search that takes long runs before the step, without a lock, on the day as it is known
 * then. If the day has changed under the lock and has no quick answer, the step is abandoned, its day is searched outside, and the step is taken
 * again.
 */
export interface StepContext {
  readonly location: Location;
  readonly day: ServiceDay;
  /** Earlier search results for days of the location. */
  readonly memory?: MemoryOf | undefined;
  /** The step has been given up several times: what has no answer now is counted as undecided (D2). */
  readonly isLastTry?: boolean | undefined;
}

/** Thrown by a rule when the search takes longer than a lock may be held. The search then runs in turns, and the step is taken again on its day. */
export class SearchTakesLongError extends Error {
  override readonly name = 'SearchTakesLongError';
  readonly state: DayState;
  readonly questions: readonly SeatingQuestion[];
  /** Before it, waiting parties were given tables: a step that does only that can save them. */
  readonly isAfterGifts: boolean;

  /** @param questions what the step asks, and the search of `state` has not answered yet */
  constructor(state: DayState, questions: readonly SeatingQuestion[], isAfterGifts = false) {
    super('the search for room takes longer than a step may');
    this.state = state;
    this.questions = questions;
    this.isAfterGifts = isAfterGifts;
  }
}

/** The day with these bookings, as a step searches it. */
export function dayToSearch(
  { location, day, memory }: StepContext,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  requested: Interval,
): DayState {
  return dayStateOf(location, day, bookings, nowMs, { requested, memory });
}

/**
 * The number of undecided questions that a no to this one depends on, and that have not been reported yet.
 *
 * @param others the questions that the step asks next
 * @throws SearchTakesLongError when it has no answer yet, unless this is the last attempt
 */
export function undecidedIn(
  { isLastTry }: Pick<StepContext, 'isLastTry'>,
  state: DayState,
  question: SeatingQuestion,
  others: () => readonly SeatingQuestion[] = () => [],
): number {
  const answer = state.search.known(question);
  if (answer) return state.search.takeUndecided();
  if (!isLastTry) throw new SearchTakesLongError(state, [question, ...others()]);
  return 1;
}
