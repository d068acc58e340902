/**
 * Can one more party be seated if others may change tables (D9)? And which tables does everybody get then?
 *
 * Guests book a time, so a full day often has room that shows only when bookings change places. Whether it has is
 * decided in the order of what it costs to find out:
 *
 *  1. a place is free (`board.ts`)
 *  2. counting heads shows that there is no room (`counting.ts`)
 *  3. an earlier no of this day holds here too (`certificate.ts`)
 *  4. a short chain of evictions makes room (`chain.ts`)
 *  5. a linear program over classes of tables decides (`classes.ts`, `program.ts`, `simplex.ts`, `branch.ts`): no with a
 *     certificate, or yes, and then tables are handed out (`seating.ts`); where the classes promised too much they are split and
 *     the program is asked again.
 *
 * The budget is counted in steps, so an answer depends on the question alone.
 */
import type { DiaryBooking, Reseating } from '../../booking/diary.ts';
import type { FloorPlan, TableAccess } from '../../location/floor-plan.ts';
import { bestFreeOption, type Board, boardOf, takeBack } from './board.ts';
import { decide } from './branch.ts';
import type { Budget } from './budget.ts';
import { seatByEvictions } from './ejection-chain.ts';
import { type Classes, classesOf, setApart } from './classes.ts';
import { type CapacityBound, isClosed } from './capacity-bound.ts';
import type { Kind } from './floor.ts';
import { checkPlan } from './plan-check.ts';
import { type Program, programOf, withRequest } from './program.ts';
import { type InfeasibilityCertificate, refuses } from './infeasibility-certificate.ts';
import { seatInClasses } from './seating.ts';
import { tableauOf } from './simplex.ts';
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
  /** The budget of a question. Default 20,000. */
  readonly stepsMax?: number;
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

/** How many certificates a day keeps. */
const CERTIFICATES_MAX = 64;

interface SearchState {
  readonly options: SeatingSearchOptions;
  readonly instance: Instance;
  readonly board: Board;
  readonly families: Classes;
  readonly capacityBound: CapacityBound;
  /** By which tables are apart. */
  readonly programs: Map<string, Program>;
  readonly certificates: InfeasibilityCertificate[];
  readonly answers: Map<number, SeatingAnswer>;
  /** How many of the answers are none. */
  undecided: number;
  steps: number;
}

/** Prepares the answers about one day; the work is put off until something is asked. */
export function createSeatingSearch(options: SeatingSearchOptions): SeatingSearch {
  let state: SearchState | undefined;
  return {
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
  const instance = instanceOf(options.plan, options.bookings, options.isMovable);
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
    answers: new Map(),
    undecided: 0,
    steps: 0,
  };
}

function answerOf(state: SearchState, question: SeatingQuestion): SeatingAnswer {
  const { instance, answers } = state;
  const kind = instance.floor.kindOf(question.partySize, question.tableAccess);
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
  const { instance, board, families, capacityBound, certificates, options } = state;
  const request = instance.movables.length;
  const movesMax = options.movesMax ?? Infinity;
  setRequest(instance, kind, from, to);
  const free = bestFreeOption(board, request);
  if (free >= 0) return { kind: 'seated', tables: instance.floor.tableOptions[free]!.tables, reseatings: [] };
  if (kind.tableOptions.length === 0 || movesMax === 0) return { kind: 'full', proven: true };
  if (isClosed(capacityBound, families.optionsOf(kind), from, to)) return { kind: 'full', proven: true };
  if (certificates.some((certificate) => refuses(certificate, certificate.classes.optionsOf(kind), from, to)))
    return { kind: 'full', proven: true };

  const stepsMax = options.stepsMax ?? 20_000;
  const budget: Budget = { stepsLeft: stepsMax };
  const answer = searchWithin(state, kind, budget, movesMax);
  state.steps += stepsMax - budget.stepsLeft;
  return answer;
}

function searchWithin(state: SearchState, kind: Kind, budget: Budget, movesMax: number): SeatingAnswer {
  const { instance, board } = state;
  const request = instance.movables.length;
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
  return searchClasses(state, kind, budget);
}

/** Asks the program, with more and more tables set apart. */
function searchClasses(state: SearchState, kind: Kind, budget: Budget): SeatingAnswer {
  const { instance, families, programs, certificates, options } = state;
  let { apart } = families;
  for (;;) {
    const key = apart.map(Number).join('');
    let program = programs.get(key);
    if (!program)
      programs.set(
        key,
        (program = programOf(apart === families.apart ? families : classesOf(instance, apart))),
      );
    const { classes } = program;
    const decision = decide(tableauOf(withRequest(program, classes.optionsOf(kind))), budget);
    if (decision.kind === 'spent') return { kind: 'undecided', because: 'steps' };
    if (decision.kind === 'impossible') {
      if (decision.certificate && certificates.length < CERTIFICATES_MAX)
        certificates.push(decision.certificate);
      return { kind: 'full', proven: decision.proven };
    }
    const { board, standing } = seatInClasses(classes, decision.options, budget);
    if (standing.length === 0) {
      const answer = asAnswer(board);
      const tooMany = options.movesMax !== null && answer.reseatings.length > options.movesMax;
      return tooMany ? { kind: 'undecided', because: 'moves' } : answer;
    }
    if (budget.stepsLeft <= 0) return { kind: 'undecided', because: 'steps' };
    const next = setApart(classes, standing, decision.options, board);
    if (!next)
      throw new Error('A class without pinned bookings and joined tables always seats its bookings.');
    apart = next;
  }
}

function asAnswer({ instance, tableOption }: Board): SeatingAnswer & { kind: 'seated' } {
  const { floor, movables } = instance;
  const tablesOf = (i: number): readonly string[] => floor.tableOptions[tableOption[i]!]!.tables;
  const reseatings: Reseating[] = [];
  for (const [i, booking] of movables.entries())
    if (tableOption[i] !== instance.tableOption[i] && !sameTables(tablesOf(i), booking.tables))
      reseatings.push({ bookingId: booking.id, tables: tablesOf(i) });
  return { kind: 'seated', tables: tablesOf(movables.length), reseatings };
}

function sameTables(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
