/**
 * Decides whether one more party can be seated if others may change tables (D9), and the tables of all parties then.
 *
 * Guests book a time, so a full day often has room that only appears when bookings change places. The steps are in the order of their cost:
 *
 *  1. a free table (`board.ts`)
 *  2. a count that shows that there is no room (`capacity-bound.ts`)
 *  3. an earlier no of this day (`infeasibility-certificate.ts`), or of an earlier reading of it (`remembered-prices.ts`)
 *  4. a free table in a plan for another question (`other-plans.ts`), or of an earlier reading (`arrangements.ts`)
 *  5. a no for a party that is easier to seat (`dominance.ts`)
 *  6. a short chain of evictions (`ejection-chain.ts`)
 *  7. the same in the plans for other questions
 *  8. a linear program over classes of tables (`classes.ts`, `program.ts`, `simplex.ts`, `branch.ts`): a no with a certificate, or a yes, after which
 *     tables are assigned (`seating.ts`). If the classes promised too much, they are split and the program runs again (`class-search.ts`). With
 *     dozens of classes it may take a thousand expensive steps
 *
 * `question.ts` runs these steps. It pauses after each turn (`budget.ts`), and this module decides which caller continues it: the next one that asks
 * in turns, or, for a turn or two, one that cannot wait.
 *
 * The budget is counted in steps, never in time: one for a question, and one for all questions about a reading of the day.
 */
import type { DiaryBooking, Reseating } from '../../booking/diary.ts';
import { areaOf, type FloorPlan, type TableAccess } from '../../location/floor-plan.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';
import type { Memory } from './arrangements.ts';
import { AT_ONCE_STEPS, toTheEnd } from './budget.ts';
import { mayTakeLong } from './floor.ts';
import { setRequest } from './instance.ts';
import { checkPlan } from './plan-check.ts';
import { knownAnswer, type Requested, requestedOf, search, type SearchState } from './question.ts';
import { searchStateFor } from './same-search.ts';

/** A party that wants a table for a time. */
export interface SeatingQuestion {
  readonly startMs: number;
  /** When the tables are free again, the buffer included. */
  readonly endMs: number;
  readonly partySize: number;
  readonly tableAccess: TableAccess;
}

/** Whether it can have one, and how. */
export type SeatingAnswer =
  | {
      readonly kind: 'seated';
      readonly tables: readonly string[];
      /** The bookings that change tables for it, in the order of their start. */
      readonly reseatings: readonly Reseating[];
    }
  /** No allowed arrangement has room. `proven`: shown in whole numbers; else in floating point, with a tolerance. */
  | { readonly kind: 'full'; readonly proven: boolean }
  /** The steps did not suffice, or the plans that were found move more bookings than allowed. */
  | { readonly kind: 'undecided'; readonly because: 'steps' | 'moves' };

/** Answers questions about one day, as it was given; a question does not change the day. */
export interface SeatingSearch {
  /** With a pause after each turn: some milliseconds of work, after which others may do theirs, also ask this search. */
  askInTurns(question: SeatingQuestion): Generator<void, SeatingAnswer>;
  /** The same without a pause, however long it takes. */
  ask(question: SeatingQuestion): SeatingAnswer;
  /** The answer that is known or found within {@link AT_ONCE_STEPS} for all questions together, until other work had its turn; else null. */
  askAtOnce(question: SeatingQuestion): SeatingAnswer | null;
  /** Other work has had its turn: immediate questions have all their steps again. */
  nextTurn(): void;
  /** The earlier answer; null if there is none. */
  known(question: SeatingQuestion): SeatingAnswer | null;
  /** A question of this turn ({@link nextTurn}) had no immediate answer, and later turns asked no question. */
  readonly isUnfinished: boolean;
  /** How many different questions have been left undecided so far. */
  readonly undecided: number;
  /** The number of these that have not been reported yet. The caller reports them. */
  takeUndecided(): number;
  /** The tables are of so many classes that a question may take some milliseconds. */
  readonly mayTakeLong: boolean;
  /** How many steps the questions so far have taken. */
  readonly steps: number;
}

/** The day to be asked about. */
export interface SeatingSearchOptions {
  readonly plan: FloorPlan;
  /** The live bookings of the day, in any order. */
  readonly bookings: readonly DiaryBooking[];
  /** May the booking be given other tables (D9)? */
  readonly isMovable: (booking: DiaryBooking) => boolean;
  /** The options that a party which starts at this instant cannot have (D40). Default: all are always in season. */
  readonly outOfSeasonAt?: (startMs: number) => OutOfSeason;
  /** Some party has chosen an area: set by {@link createSeatingSearch}. */
  readonly isByArea?: boolean;
  /** The budget of a question that is asked in turns. Default {@link QUESTION_STEPS}. */
  readonly stepsMax?: number;
  /** Results of earlier searches for this date; those of this one are added. Fetched when a search begins. */
  readonly memory?: () => Memory;
  /**
   * The most bookings that may change tables for one request; null for no limit. With a limit, a yes observes it and a no holds without it, but
   * a question that only plans with more moves would answer stays undecided. With 0, every answer is exact, because only a free place counts.
   */
  readonly movesMax: number | null;
}

/**
 * Prepares the answers about one day; the work is put off until something is asked, and shared with readings that have the same bookings. Where areas count,
 * fewer tables are alike and the search takes longer. So they count for days on which a party has chosen one, and for questions of such a party.
 */
export function createSeatingSearch(options: SeatingSearchOptions): SeatingSearch {
  const isByArea = options.bookings.some(({ tableAccess }) => areaOf(tableAccess) !== null);
  const anywhere = searchOf({ ...options, isByArea });
  if (isByArea) return anywhere;
  let byArea: SeatingSearch | undefined;
  const searchFor = ({ tableAccess }: SeatingQuestion): SeatingSearch =>
    areaOf(tableAccess) === null ? anywhere : (byArea ??= searchOf({ ...options, isByArea: true }));
  return {
    mayTakeLong: anywhere.mayTakeLong,
    ask: (question) => searchFor(question).ask(question),
    askInTurns: (question) => searchFor(question).askInTurns(question),
    askAtOnce: (question) => searchFor(question).askAtOnce(question),
    nextTurn: () => {
      anywhere.nextTurn();
      byArea?.nextTurn();
    },
    known: (question) => searchFor(question).known(question),
    get isUnfinished() {
      return anywhere.isUnfinished || (byArea?.isUnfinished ?? false);
    },
    get steps() {
      return anywhere.steps + (byArea?.steps ?? 0);
    },
    get undecided() {
      return anywhere.undecided + (byArea?.undecided ?? 0);
    },
    takeUndecided: () => anywhere.takeUndecided() + (byArea?.takeUndecided() ?? 0),
  };
}

function searchOf(options: SeatingSearchOptions & { readonly isByArea: boolean }): SeatingSearch {
  let state: SearchState | undefined;
  let before = { steps: 0, undecided: 0 };
  const opened = (): SearchState => {
    if (!state) before = { ...(state = searchStateFor(options)) };
    return state;
  };
  return {
    mayTakeLong: options.bookings.length > 0 && mayTakeLong(options.plan, options.isByArea),
    ask: (question) => toTheEnd(answering(opened(), question)),
    askInTurns: (question) => answeringInTurns(opened(), question),
    askAtOnce: (question) => answerAtOnce(opened(), question),
    nextTurn: () => {
      if (!state) return;
      state.atOnceSteps = AT_ONCE_STEPS;
      state.isUnfinished = false;
    },
    known: (question) => (state && state.answers.get(requestedOf(state, question).key)) ?? null,
    get isUnfinished() {
      return state?.isUnfinished ?? false;
    },
    get steps() {
      return (state?.steps ?? 0) - before.steps;
    },
    get undecided() {
      return (state?.undecided ?? 0) - before.undecided;
    },
    takeUndecided: () => {
      if (!state) return 0;
      const { undecided, counted } = state;
      state.counted = undecided;
      return undecided - counted;
    },
  };
}

/** A caller during another question first completes that one, in turns. */
function* answering(state: SearchState, question: SeatingQuestion): Generator<void, SeatingAnswer> {
  const requested = requestedOf(state, question);
  for (;;) {
    const answer = state.answers.get(requested.key);
    if (answer) return answer;
    state.underWay ??= deciding(state, question, requested);
    if (state.underWay.next().done) state.underWay = null;
    else yield;
  }
}

function* answeringInTurns(state: SearchState, question: SeatingQuestion): Generator<void, SeatingAnswer> {
  state.isUnfinished = false;
  state.atOnceSteps = AT_ONCE_STEPS;
  return yield* answering(state, question);
}

/** An unfinished question stays in progress: the next caller in turns continues it. */
function answerAtOnce(state: SearchState, question: SeatingQuestion): SeatingAnswer | null {
  const known = state.answers.get(requestedOf(state, question).key);
  if (known) return known;
  const end = state.steps + state.atOnceSteps;
  const turns = answering(state, question);
  while (state.atOnceSteps > 0) {
    const { done, value } = turns.next();
    state.atOnceSteps = Math.max(0, end - state.steps);
    if (done) return value;
  }
  state.isUnfinished = true;
  return null;
}

function* deciding(
  state: SearchState,
  question: SeatingQuestion,
  requested: Requested,
): Generator<void, void> {
  setRequest(state.instance, requested.kind, requested.from, requested.to);
  const answer = knownAnswer(state, requested) ?? (yield* search(state, requested));
  if (answer.kind === 'undecided') state.undecided += 1;
  if (answer.kind === 'seated') checkPlan(state.options, question, answer);
  state.answers.set(requested.key, answer);
}
