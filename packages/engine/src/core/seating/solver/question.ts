/** One question about a day: known answers, and the search for new ones. `seating-search.ts` defines the order. */
import { bestFreeOption, type Board, boardOf, takeBack } from './board.ts';
import {
  AT_ONCE_STEPS,
  type Budget,
  budgetOf,
  DAY_STEPS,
  isTurnOver,
  KIND_STEPS,
  prepare,
  QUICK_STEPS,
  QUESTION_STEPS,
  SPENT_STEPS,
} from './budget.ts';
import { type CapacityBound, isClosed } from './capacity-bound.ts';
import { type ClassAnswer, type ClassSearch, searchClasses } from './class-search.ts';
import { classesOf } from './classes.ts';
import { type Refusal, refusalOfEasier } from './dominance.ts';
import { seatByEvictions } from './ejection-chain.ts';
import type { Kind } from './floor.ts';
import { type InfeasibilityCertificate, rulesOut } from './infeasibility-certificate.ts';
import { keep, type Memory } from './arrangements.ts';
import { recalledCertificate, rememberedPricesOf } from './remembered-prices.ts';
import { segmentFrom, segmentUntil, type Instance, instanceOf } from './instance.ts';
import {
  evictedInSome,
  freeInSome,
  keepPlan,
  type OtherPlans,
  otherPlansOf,
  recallPlans,
  withoutRequest,
} from './other-plans.ts';
import { asAnswer } from './plan-answer.ts';
import type { SeatingAnswer, SeatingQuestion, SeatingSearchOptions } from './seating-search.ts';

/** More evictions find more, but cost more than the program if no chain exists. */
const EJECTIONS = { depth: 4, evictions: 40 };

/** Of so many certificates the prices are remembered. */
const REFUSALS_MAX = 32;

/** The shared data of the questions about a reading of a day. */
export interface SearchState extends ClassSearch {
  readonly options: SeatingSearchOptions;
  readonly instance: Instance;
  readonly board: Board;
  readonly capacityBound: CapacityBound;
  /** The rejected requests, except those rejected by counting. */
  readonly refusals: Refusal[];
  readonly plans: OtherPlans;
  /** Whether earlier results for the day have been tried. */
  isRecalled: boolean;
  readonly answers: Map<number, SeatingAnswer>;
  /** The question that is being decided, between two turns. */
  underWay: Generator<void, void> | null;
  /** The remaining budget for questions that are asked immediately, until the next turn. */
  atOnceSteps: number;
  isUnfinished: boolean;
  /** How many of the answers are none. */
  undecided: number;
  /** How many of these have been counted (`takeUndecided`). */
  counted: number;
  steps: number;
  /** By kind. */
  readonly stepsOf: number[];
}

/** The initial state. */
export function searchStateOf(options: SeatingSearchOptions): SearchState {
  const { plan, bookings, isMovable, outOfSeasonAt, isByArea } = options;
  const instance = instanceOf(plan, bookings, isMovable, outOfSeasonAt, isByArea);
  const families = classesOf(
    instance,
    plan.tables.map(() => false),
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
    plans: otherPlansOf(options.memory, options.movesMax ?? Infinity),
    isRecalled: false,
    answers: new Map(),
    underWay: null,
    atOnceSteps: AT_ONCE_STEPS,
    isUnfinished: false,
    undecided: 0,
    counted: 0,
    steps: 0,
    stepsOf: [],
  };
}

/** A question in terms of the instance. */
export interface Requested {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
  /** Questions with the same key have the same answer. */
  readonly key: number;
}

/** The segments of a request, and its kind. */
export function requestedOf(
  { instance, options }: SearchState,
  { startMs, endMs, partySize, tableAccess }: SeatingQuestion,
): Requested {
  const kind = instance.floor.kindOf(partySize, tableAccess, options.outOfSeasonAt?.(startMs));
  const from = segmentFrom(instance.edges, startMs);
  const to = Math.max(from, segmentUntil(instance.edges, endMs));
  return { kind, from, to, key: (kind.id * (instance.segments + 1) + from) * (instance.segments + 1) + to };
}

/** Searches for an answer, in turns; its cost is counted. */
export function* search(state: SearchState, requested: Requested): Generator<void, SeatingAnswer> {
  const { kind, from, to } = requested;
  const budget = budgetFor(state, kind);
  const turns = searchWithin(state, requested, budget);
  for (;;) {
    const { stepsLeft, preparation } = budget;
    const { done, value } = turns.next();
    const steps = stepsLeft - budget.stepsLeft;
    state.steps += steps + budget.preparation - preparation;
    state.stepsOf[kind.id] = (state.stepsOf[kind.id] ?? 0) + steps;
    if (done) {
      const refusal = refusalOf(value, kind, from, to);
      if (refusal) state.refusals.push(refusal);
      return value;
    }
    yield;
  }
}

/** The answer without a search; null if it is unknown. */
export function knownAnswer(state: SearchState, requested: Requested): SeatingAnswer | null {
  const { kind, from, to } = requested;
  const { instance, board, families, capacityBound, certificates, refusals, plans, options } = state;
  const free = bestFreeOption(board, instance.movables.length);
  if (free >= 0) return { kind: 'seated', tables: instance.floor.tableOptions[free]!.tables, reseatings: [] };
  if (kind.tableOptions.length === 0 || options.movesMax === 0) return { kind: 'full', proven: true };
  if (isClosed(capacityBound, families.optionsOf(kind), from, to)) return { kind: 'full', proven: true };
  if (isRuledOut(certificates, requested)) return { kind: 'full', proven: true };
  const known = freeInSome(plans);
  if (known) return known;
  const easier = refusalOfEasier(refusals, kind, from, to);
  return easier && answerOfRefusal(easier);
}

function budgetFor({ options, instance, steps, stepsOf }: SearchState, kind: Kind): Budget {
  const isSpent = steps >= DAY_STEPS || (stepsOf[kind.id] ?? 0) >= KIND_STEPS;
  const stepsMax = options.stepsMax ?? (instance.floor.isQuick ? QUICK_STEPS : QUESTION_STEPS);
  return budgetOf(isSpent ? Math.min(stepsMax, SPENT_STEPS) : stepsMax);
}

/** What a no implies for parties that are harder to seat. With a limit on moves it implies no answer. */
function refusalOf(answer: SeatingAnswer, kind: Kind, from: number, to: number): Refusal | null {
  if (answer.kind === 'full') return { kind, from, to, because: answer.proven ? 'proven' : 'unproven' };
  if (answer.kind === 'seated' || answer.because === 'moves') return null;
  return { kind, from, to, because: 'undecided' };
}

function answerOfRefusal({ because }: Refusal): SeatingAnswer {
  if (because === 'undecided') return { kind: 'undecided', because: 'steps' };
  return { kind: 'full', proven: because === 'proven' };
}

function* searchWithin(
  state: SearchState,
  requested: Requested,
  budget: Budget,
): Generator<void, SeatingAnswer> {
  const { instance, board, plans, options } = state;
  const request = instance.movables.length;
  const { movesMax } = plans;
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
  const remembered = yield* recall(state, requested, budget);
  if (remembered) return remembered;
  const near = instance.floor.isQuick ? null : evictedInSome(plans, budget);
  if (near) return near;
  const before = state.certificates.length;
  const found = yield* searchClasses(state, requested.kind, budget);
  if (options.memory)
    for (const made of state.certificates.slice(before)) rememberPrices(options.memory(), made);
  return toAnswer(state, found);
}

/** Applies the memory of earlier readings to this day, once, with pauses; then the answer that it gives to the request, if it does. */
function* recall(
  state: SearchState,
  requested: Requested,
  budget: Budget,
): Generator<void, SeatingAnswer | null> {
  const { options, instance, families, plans, certificates } = state;
  if (state.isRecalled || !options.memory) return null;
  state.isRecalled = true;
  const memory = options.memory();
  recallPlans(plans, instance, memory);
  prepare(budget, 8 * memory.plans.length * instance.movables.length);
  for (const prices of memory.refusals) {
    const certificate = recalledCertificate(families, prices);
    if (!certificate) continue;
    certificates.push(certificate);
    prepare(budget, 4 * instance.movables.length * families.optionsOf(requested.kind).length);
    if (isTurnOver(budget)) yield;
  }
  return isRuledOut(certificates, requested) ? { kind: 'full', proven: true } : freeInSome(plans);
}

function rememberPrices({ refusals }: Memory, certificate: InfeasibilityCertificate): void {
  const prices = rememberedPricesOf(certificate);
  if (prices) keep(refusals, prices, REFUSALS_MAX);
}

function isRuledOut(
  certificates: readonly InfeasibilityCertificate[],
  { kind, from, to }: Requested,
): boolean {
  return certificates.some((certificate) =>
    rulesOut(certificate, certificate.classes.optionsOf(kind), from, to),
  );
}

/** The answer; a plan that keeps the limit on moves is kept for other questions. */
function toAnswer(state: SearchState, found: ClassAnswer): SeatingAnswer {
  if (found.kind === 'spent') return { kind: 'undecided', because: 'steps' };
  if (found.kind === 'full') return found;
  const answer = asAnswer(found.board);
  if (answer.reseatings.length > state.plans.movesMax) return { kind: 'undecided', because: 'moves' };
  keepPlan(state.plans, withoutRequest(found.board));
  return answer;
}
