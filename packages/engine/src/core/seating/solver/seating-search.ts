/**
 * Can one more party be seated if others may change tables (D9)? And which tables does everybody get then?
 *
 * Guests book a time, so a full day often has room that shows only when bookings change places. Whether it has is
 * decided in the order of what it costs to find out:
 *
 *  1. a place is free (`board.ts`)
 *  2. counting heads shows that there is no room (`capacity-bound.ts`)
 *  3. an earlier no of this day holds here too (`infeasibility-certificate.ts`)
 *  4. a plan that was found for another question has a free place (`arrangements.ts`)
 *  5. somebody who is easier to seat was refused (`dominance.ts`)
 *  6. a short chain of evictions makes room (`ejection-chain.ts`)
 *  7. a linear program over classes of tables decides (`classes.ts`, `program.ts`, `simplex.ts`, `branch.ts`): no with a
 *     certificate, or yes, and then tables are handed out (`seating.ts`); where the classes promised too much they are split and
 *     the program is asked again (`class-search.ts`)
 *  8. where there are dozens of classes the program does not come to an end in time: then a plan is looked for by repair
 *     (`breakout.ts`), from the latest plan that was found.
 *
 * The budget is counted in steps, never in time (`budget.ts`): one for a question, and one for all questions about a reading of the day.
 */
import type { DiaryBooking, Reseating } from '../../booking/diary.ts';
import type { FloorPlan, TableAccess } from '../../location/floor-plan.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';
import { bestFreeOption, type Board, boardOf, put, takeBack } from './board.ts';
import { byProgram, byRepair, type ClassAnswer, type ClassSearch, searchClasses } from './class-search.ts';
import {
  arrangementOf,
  keep,
  PLANS_MAX,
  REMEMBERED_MAX,
  type Memory,
  recalled,
  withoutRequest,
} from './arrangements.ts';
import {
  type Budget,
  DAY_STEPS,
  KIND_STEPS,
  PROGRAM_STEPS,
  REPAIR_STEPS,
  QUESTION_STEPS,
  SPENT_STEPS,
  within,
} from './budget.ts';
import { seatByEvictions } from './ejection-chain.ts';
import { classesOf } from './classes.ts';
import { asAnswer } from './plan-answer.ts';
import { type CapacityBound, isClosed } from './capacity-bound.ts';
import { type Refusal, refusalOfEasier } from './dominance.ts';
import { floorOf, isProgramQuick, type Kind } from './floor.ts';
import { checkPlan } from './plan-check.ts';
import { rulesOut } from './infeasibility-certificate.ts';
import { segmentFrom, segmentUntil, type Instance, instanceOf, setRequest } from './instance.ts';

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

/** Answers questions about one day. */
export interface SeatingSearch {
  /** Answers for the day as it was given; asking changes nothing. */
  ask(question: SeatingQuestion): SeatingAnswer;
  /** How many different questions have been left undecided so far. */
  readonly undecided: number;
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
  /** The budget of a question. Default {@link QUESTION_STEPS}. */
  readonly stepsMax?: number;
  /** What was found out about the day before; what is found out now is added. Fetched when something has to be searched for. */
  readonly memory?: () => Memory;
  /**
   * The most bookings that may change tables for one request; null for no limit. With a limit a yes keeps it and a no
   * holds without it, but a question that only plans with more moves would answer is left undecided. With 0 every answer
   * is exact: is a place free?
   */
  readonly movesMax: number | null;
}

/**
 * How far the attempt goes that comes before the program. More evictions find more, but cost more than the program where there is
 * nothing to find.
 */
const EJECTIONS = { depth: 4, evictions: 40 };

interface SearchState extends ClassSearch {
  readonly options: SeatingSearchOptions;
  readonly instance: Instance;
  readonly board: Board;
  readonly capacityBound: CapacityBound;
  /** Who was given no place, other than by counting. */
  readonly refusals: Refusal[];
  /** Other plans for the same bookings, the latest last. */
  readonly plans: Board[];
  /** What was found out about the day before, once it has been tried out. */
  remembered: Memory | null;
  readonly answers: Map<number, SeatingAnswer>;
  /** How many of the answers are none. */
  undecided: number;
  steps: number;
  /** By kind. */
  readonly stepsOf: number[];
}

/** Prepares the answers about one day; the work is put off until something is asked. */
export function createSeatingSearch(options: SeatingSearchOptions): SeatingSearch {
  let state: SearchState | undefined;
  return {
    mayTakeLong: options.bookings.length > 0 && !isProgramQuick(floorOf(options.plan)),
    ask: (question) => answerOf((state ??= searchStateOf(options)), question),
    get steps() {
      return state?.steps ?? 0;
    },
    get undecided() {
      return state?.undecided ?? 0;
    },
  };
}

function searchStateOf(options: SeatingSearchOptions): SearchState {
  const instance = instanceOf(options.plan, options.bookings, options.isMovable, options.outOfSeasonAt);
  const families = classesOf(
    instance,
    options.plan.tables.map(() => false),
  );
  return {
    options,
    instance,
    board: boardOf(instance),
    families,
    capacityBound: { classes: families, closed: [] },
    programs: new Map(),
    certificates: [],
    refusals: [],
    plans: [],
    remembered: null,
    answers: new Map(),
    undecided: 0,
    steps: 0,
    stepsOf: [],
  };
}

function answerOf(state: SearchState, question: SeatingQuestion): SeatingAnswer {
  const { instance, answers, options } = state;
  const out = options.outOfSeasonAt?.(question.startMs);
  const kind = instance.floor.kindOf(question.partySize, question.tableAccess, out);
  const from = segmentFrom(instance.edges, question.startMs);
  const to = Math.max(from, segmentUntil(instance.edges, question.endMs));
  const key = (kind.id * (instance.segments + 1) + from) * (instance.segments + 1) + to;
  let answer = answers.get(key);
  if (!answer) {
    answer = search(state, kind, from, to);
    if (answer.kind === 'undecided') state.undecided += 1;
    if (answer.kind === 'seated') checkPlan(state.options, question, answer);
    answers.set(key, answer);
  }
  return answer;
}

function search(state: SearchState, kind: Kind, from: number, to: number): SeatingAnswer {
  const { instance, board, families, capacityBound, certificates, refusals, options } = state;
  const request = instance.movables.length;
  setRequest(instance, kind, from, to);
  const free = bestFreeOption(board, request);
  if (free >= 0) return { kind: 'seated', tables: instance.floor.tableOptions[free]!.tables, reseatings: [] };
  if (kind.tableOptions.length === 0 || options.movesMax === 0) return { kind: 'full', proven: true };
  if (isClosed(capacityBound, families.optionsOf(kind), from, to)) return { kind: 'full', proven: true };
  if (
    certificates.some((certificate) => rulesOut(certificate, certificate.classes.optionsOf(kind), from, to))
  )
    return { kind: 'full', proven: true };
  const known = amongPlans(state);
  if (known) return known;
  const easier = refusalOfEasier(refusals, kind, from, to);
  if (easier) return answerOfRefusal(easier);

  const budget = budgetOf(state, kind);
  const before = budget.stepsLeft;
  const answer = searchWithin(state, kind, budget);
  state.steps += before - budget.stepsLeft;
  state.stepsOf[kind.id] = (state.stepsOf[kind.id] ?? 0) + before - budget.stepsLeft;
  const refusal = refusalOf(answer, kind, from, to);
  if (refusal) refusals.push(refusal);
  return answer;
}

function budgetOf({ options, steps, stepsOf }: SearchState, kind: Kind): Budget {
  const isSpent = steps >= DAY_STEPS || (stepsOf[kind.id] ?? 0) >= KIND_STEPS;
  const stepsMax = options.stepsMax ?? QUESTION_STEPS;
  return { stepsLeft: isSpent ? Math.min(stepsMax, SPENT_STEPS) : stepsMax };
}

/** What a no says about who is harder to seat; a limit on moves says nothing. */
function refusalOf(answer: SeatingAnswer, kind: Kind, from: number, to: number): Refusal | null {
  if (answer.kind === 'full') return { kind, from, to, because: answer.proven ? 'proven' : 'unproven' };
  if (answer.kind === 'seated' || answer.because === 'moves') return null;
  return { kind, from, to, because: 'undecided' };
}

function answerOfRefusal({ because }: Refusal): SeatingAnswer {
  if (because === 'undecided') return { kind: 'undecided', because: 'steps' };
  return { kind: 'full', proven: because === 'proven' };
}

function searchWithin(state: SearchState, kind: Kind, budget: Budget): SeatingAnswer {
  const { instance, board, plans, options } = state;
  const request = instance.movables.length;
  const movesMax = options.movesMax ?? Infinity;
  const limits = {
    depth: Math.min(EJECTIONS.depth, movesMax),
    evictionsLeft: EJECTIONS.evictions,
    exchanges: false,
  };
  if (seatByEvictions(board, request, limits, budget)) {
    const answer = asAnswer(board);
    takeBack(board, 0);
    if (answer.reseatings.length <= movesMax) return answer;
  }
  const most = Math.max(budget.stepsLeft / 2, budget.stepsLeft - REPAIR_STEPS);
  const forProgram = isProgramQuick(instance.floor) ? most : PROGRAM_STEPS;
  const first = within(budget, forProgram, (part) => searchClasses(state, kind, part, byProgram));
  if (first.kind !== 'spent') return toAnswer(state, first);
  if (recall(state)) {
    const known = amongPlans(state);
    if (known) return known;
  }
  return toAnswer(state, searchClasses(state, kind, budget, byRepair(plans.at(-1))));
}

/** The answer; a plan that keeps the limit on moves is kept for other questions. */
function toAnswer({ plans, options }: SearchState, found: ClassAnswer): SeatingAnswer {
  if (found.kind === 'spent') return { kind: 'undecided', because: 'steps' };
  if (found.kind === 'full') return found;
  const answer = asAnswer(found.board);
  if (answer.reseatings.length > (options.movesMax ?? Infinity))
    return { kind: 'undecided', because: 'moves' };
  const plan = withoutRequest(found.board);
  keep(plans, plan, PLANS_MAX);
  if (options.memory) keep(options.memory().plans, arrangementOf(plan), REMEMBERED_MAX);
  return answer;
}

/** A plan that was found for another question, and that has a free place for this request as well. */
function amongPlans({ plans, options }: SearchState): (SeatingAnswer & { kind: 'seated' }) | null {
  for (const plan of plans) {
    const request = plan.instance.movables.length;
    const free = bestFreeOption(plan, request);
    if (free < 0) continue;
    put(plan, request, free);
    const answer = asAnswer(plan);
    takeBack(plan, 0);
    if (answer.reseatings.length <= (options.movesMax ?? Infinity)) return answer;
  }
  return null;
}

/** Tries the remembered plans out, once; true when some of them still works out. */
function recall(state: SearchState): boolean {
  const { plans, instance, options } = state;
  if (state.remembered || !options.memory) return false;
  state.remembered = options.memory();
  const before = plans.length;
  for (const arrangement of state.remembered.plans) {
    const board = recalled(instance, arrangement);
    if (board) keep(plans, board, PLANS_MAX);
  }
  return plans.length > before;
}
