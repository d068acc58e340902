/**
 * Can one more party be seated if others may change tables (D9)? And which tables does everybody get then?
 *
 * Guests book a time, so a full evening often has room that shows only when bookings change places. Whether it has is
 * decided in the order of what it costs to find out:
 *
 *  1. a place is free (`board.ts`)
 *  2. counting heads shows that there is no room (`counting.ts`)
 *  3. an earlier no of this evening holds here too (`proof.ts`)
 *  4. a short chain of evictions makes room (`chain.ts`)
 *  5. a linear program over classes of tables decides (`classes.ts`, `program.ts`, `simplex.ts`, `branch.ts`): no with a
 *     proof, or yes, and then tables are handed out (`seating.ts`); where the classes promised too much they are split and
 *     the program is asked again.
 *
 * The budget is counted in steps, so an answer depends on the question alone.
 */
import type { DiaryBooking, Reseating } from '../diary.ts';
import type { FloorPlan, Reach } from '../floor-plan.ts';
import { bestFreePlace, type Board, boardOf, takeBack } from './board.ts';
import { decide } from './branch.ts';
import type { Budget } from './budget.ts';
import { seatByEvictions } from './chain.ts';
import { type Classes, classesOf, setApart } from './classes.ts';
import { type Counting, isClosed } from './counting.ts';
import type { Kind } from './house.ts';
import { checkPlan } from './plan-check.ts';
import { type Program, programOf, withNewcomer } from './program.ts';
import { type Proof, refuses } from './proof.ts';
import { seatInClasses } from './seating.ts';
import { tableauOf } from './simplex.ts';
import { beatFrom, beatUntil, type Tonight, tonightOf, welcome } from './tonight.ts';

/** A party that wants a table for a time. */
export interface SeatingQuestion {
  readonly startMs: number;
  /** When the tables are free again, the buffer included. */
  readonly endMs: number;
  readonly partySize: number;
  readonly reach: Reach;
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

/** Answers questions about one evening. */
export interface SeatingSearch {
  /** Answers for the evening as it was given; asking changes nothing. */
  ask(question: SeatingQuestion): SeatingAnswer;
  /** How many different questions have been left undecided so far. */
  readonly undecided: number;
  /** How many steps the questions so far have taken. */
  readonly steps: number;
}

/** The evening to be asked about. */
export interface SeatingSearchOptions {
  readonly plan: FloorPlan;
  /** The live bookings of the evening, in any order. */
  readonly bookings: readonly DiaryBooking[];
  /** May the booking be given other tables (D9)? */
  readonly isMovable: (booking: DiaryBooking) => boolean;
  /** The budget of a question. Default 20,000. */
  readonly stepsMax?: number;
  /**
   * The most bookings that may change tables for one newcomer; null for no limit. With a limit a yes keeps it and a no
   * holds without it, but a question that only plans with more moves would answer is left undecided. With 0 every answer
   * is exact: is a place free?
   */
  readonly movesMax: number | null;
}

/**
 * How far the attempt goes that comes before the program. More evictions find more, but cost more than the program where there is
 * nothing to find.
 */
const CHAIN = { depth: 4, evictions: 40 };

/** How many proofs an evening keeps. */
const PROOFS_MAX = 64;

interface Desk {
  readonly options: SeatingSearchOptions;
  readonly tonight: Tonight;
  readonly board: Board;
  readonly families: Classes;
  readonly counting: Counting;
  /** By which tables are apart. */
  readonly programs: Map<string, Program>;
  readonly proofs: Proof[];
  readonly answers: Map<number, SeatingAnswer>;
  /** How many of the answers are none. */
  undecided: number;
  steps: number;
}

/** Prepares the answers about one evening; the work is put off until something is asked. */
export function createSeatingSearch(options: SeatingSearchOptions): SeatingSearch {
  let desk: Desk | undefined;
  return {
    ask: (question) => answerOf((desk ??= deskFor(options)), question),
    get steps() {
      return desk?.steps ?? 0;
    },
    get undecided() {
      return desk?.undecided ?? 0;
    },
  };
}

function deskFor(options: SeatingSearchOptions): Desk {
  const tonight = tonightOf(options.plan, options.bookings, options.isMovable);
  const families = classesOf(
    tonight,
    options.plan.tables.map(() => false),
  );
  return {
    options,
    tonight,
    board: boardOf(tonight),
    families,
    counting: { classes: families, closed: [] },
    programs: new Map(),
    proofs: [],
    answers: new Map(),
    undecided: 0,
    steps: 0,
  };
}

function answerOf(desk: Desk, question: SeatingQuestion): SeatingAnswer {
  const { tonight, answers } = desk;
  const kind = tonight.house.kindOf(question.partySize, question.reach);
  const from = beatFrom(tonight.edges, question.startMs);
  const to = Math.max(from, beatUntil(tonight.edges, question.endMs));
  const key = (kind.id * (tonight.beats + 1) + from) * (tonight.beats + 1) + to;
  let answer = answers.get(key);
  if (!answer) {
    answer = search(desk, kind, from, to);
    if (answer.kind === 'undecided') desk.undecided += 1;
    if (answer.kind === 'seated') checkPlan(desk.options, question, answer);
    answers.set(key, answer);
  }
  return answer;
}

function search(desk: Desk, kind: Kind, from: number, to: number): SeatingAnswer {
  const { tonight, board, families, counting, proofs, options } = desk;
  const newcomer = tonight.movers.length;
  const movesMax = options.movesMax ?? Infinity;
  welcome(tonight, kind, from, to);
  const free = bestFreePlace(board, newcomer);
  if (free >= 0) return { kind: 'seated', tables: tonight.house.places[free]!.tables, reseatings: [] };
  if (kind.places.length === 0 || movesMax === 0) return { kind: 'full', proven: true };
  if (isClosed(counting, families.optionsOf(kind), from, to)) return { kind: 'full', proven: true };
  if (proofs.some((proof) => refuses(proof, proof.classes.optionsOf(kind), from, to)))
    return { kind: 'full', proven: true };

  const stepsMax = options.stepsMax ?? 20_000;
  const budget: Budget = { stepsLeft: stepsMax };
  const answer = searchWithin(desk, kind, budget, movesMax);
  desk.steps += stepsMax - budget.stepsLeft;
  return answer;
}

function searchWithin(desk: Desk, kind: Kind, budget: Budget, movesMax: number): SeatingAnswer {
  const { tonight, board } = desk;
  const newcomer = tonight.movers.length;
  const limits = { depth: Math.min(CHAIN.depth, movesMax), evictionsLeft: CHAIN.evictions, exchanges: false };
  if (seatByEvictions(board, newcomer, limits, budget)) {
    const answer = asAnswer(board);
    takeBack(board, 0);
    if (answer.reseatings.length <= movesMax) return answer;
  }
  return searchClasses(desk, kind, budget);
}

/** Asks the program, with more and more tables set apart. */
function searchClasses(desk: Desk, kind: Kind, budget: Budget): SeatingAnswer {
  const { tonight, families, programs, proofs, options } = desk;
  let { apart } = families;
  for (;;) {
    const key = apart.map(Number).join('');
    let program = programs.get(key);
    if (!program)
      programs.set(
        key,
        (program = programOf(apart === families.apart ? families : classesOf(tonight, apart))),
      );
    const { classes } = program;
    const decision = decide(tableauOf(withNewcomer(program, classes.optionsOf(kind))), budget);
    if (decision.kind === 'spent') return { kind: 'undecided', because: 'steps' };
    if (decision.kind === 'impossible') {
      if (decision.proof && proofs.length < PROOFS_MAX) proofs.push(decision.proof);
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

function asAnswer({ tonight, place }: Board): SeatingAnswer & { kind: 'seated' } {
  const { house, movers } = tonight;
  const tablesOf = (i: number): readonly string[] => house.places[place[i]!]!.tables;
  const reseatings: Reseating[] = [];
  for (const [i, booking] of movers.entries())
    if (place[i] !== tonight.place[i] && !sameTables(tablesOf(i), booking.tables))
      reseatings.push({ bookingId: booking.id, tables: tablesOf(i) });
  return { kind: 'seated', tables: tablesOf(movers.length), reseatings };
}

function sameTables(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
