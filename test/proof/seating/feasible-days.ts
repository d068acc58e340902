/**
 * Days that one plan can seat, with hardly a gap: each table and combination is filled with parties that it admits, one after the other. In any
 * other order the requests stay possible, because every part of a possible day is possible.
 */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import {
  type FloorPlan,
  type TableOption,
  tableOptionsOf,
} from '../../../packages/engine/src/core/location/floor-plan.ts';
import {
  createSeatingSearch,
  type SeatingAnswer,
  type SeatingQuestion,
} from '../../../packages/engine/src/core/seating/solver/seating-search.ts';
import { QUICK_STEPS } from '../../../packages/engine/src/core/seating/solver/budget.ts';
import { newMemory } from '../../../packages/engine/src/core/seating/solver/arrangements.ts';
import { between, type Chance, pick } from './random.ts';

const QUARTER_MS = 15 * 60_000;
/** From noon to eleven. */
const QUARTERS = 44;

/** Parties that a plan can seat all together, in no order. Some gaps are left, of up to half an hour. */
export function feasibleDay(chance: Chance, plan: FloorPlan, gaps: number): SeatingQuestion[] {
  /** Up to which quarter each table is given away. */
  const taken = new Map(plan.tables.map(({ id }) => [id, 0]));
  const options = tableOptionsOf(plan);
  const parties: SeatingQuestion[] = [];
  for (;;) {
    const open = options.filter((option) => beginOf(option, taken) < QUARTERS - 5);
    if (open.length === 0) return parties;
    // The table that is free first, so that all fill alike; a combination now and then.
    const next = open.toSorted((a, b) => beginOf(a, taken) - beginOf(b, taken));
    const option = chance() < 0.2 ? pick(chance, open) : next[0]!;
    const begin = beginOf(option, taken) + (chance() < gaps ? between(chance, 1, 2) : 0);
    const end = begin + between(chance, 5, 12);
    for (const id of option.tables) taken.set(id, end);
    const partySize = between(chance, option.seatsMin, option.seatsMax);
    const [startMs, endMs] = [begin * QUARTER_MS, end * QUARTER_MS];
    parties.push({ startMs, endMs, partySize, tableAccess: 'online' });
  }
}

function beginOf({ tables }: TableOption, taken: ReadonlyMap<string, number>): number {
  return Math.max(...tables.map((id) => taken.get(id)!));
}

/** Random orders, and orders that are hard for a greedy assignment. */
export const ORDERS: Readonly<
  Record<string, (chance: Chance, parties: readonly SeatingQuestion[]) => SeatingQuestion[]>
> = {
  shuffled,
  'smallest first': (chance, parties) =>
    shuffled(chance, parties).toSorted((a, b) => a.partySize - b.partySize),
  'shortest first': (chance, parties) =>
    shuffled(chance, parties).toSorted((a, b) => a.endMs - a.startMs - (b.endMs - b.startMs)),
  'latest first': (chance, parties) => shuffled(chance, parties).toSorted((a, b) => b.startMs - a.startMs),
};

function shuffled(chance: Chance, parties: readonly SeatingQuestion[]): SeatingQuestion[] {
  return parties
    .map((party) => [chance(), party] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, party]) => party);
}

/** The factor by which the budget of an undecided question grows. Without a limit a few of a thousand days would take hours. */
const PATIENCE = 10;

/** The result of a day. */
export interface Outcome {
  readonly seated: number;
  /** Parties that were rejected. */
  readonly refused: number;
  /** Parties for which the usual budget did not do (D2), and that were asked for again with {@link PATIENCE} times as much. */
  readonly undecided: number;
  /** Those that stayed undecided: they have no answer and no table. */
  readonly unanswered: number;
  readonly moved: number;
  readonly bookings: readonly DiaryBooking[];
}

/** Seats the parties one after the other. @param movesMax null: others may change tables; 0: seated parties stay */
export function askAll(plan: FloorPlan, parties: readonly SeatingQuestion[], movesMax: 0 | null): Outcome {
  let bookings: DiaryBooking[] = [];
  let [refused, undecided, unanswered, moved] = [0, 0, 0, 0];
  const memory = newMemory();
  for (const [i, question] of parties.entries()) {
    const ask = (stepsMax?: number): SeatingAnswer =>
      createSeatingSearch({
        plan,
        bookings,
        isMovable: () => true,
        movesMax,
        memory: () => memory,
        ...(stepsMax !== undefined && { stepsMax }),
      }).ask(question);
    let answer = ask();
    if (answer.kind === 'undecided') {
      undecided++;
      answer = ask(PATIENCE * QUICK_STEPS);
    }
    if (answer.kind !== 'seated') {
      if (answer.kind === 'full') refused++;
      else unanswered++;
      continue;
    }
    const tablesOf = new Map(answer.reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
    moved += tablesOf.size;
    const { startMs, endMs: blockedUntilMs, partySize } = question;
    bookings = bookings.map((each) => ({ ...each, tables: tablesOf.get(each.id) ?? each.tables }));
    bookings.push({
      id: `B${i}`,
      startMs,
      blockedUntilMs,
      partySize,
      tables: answer.tables,
      pinned: false,
      tableAccess: 'online',
      kind: 'booking',
    });
  }
  return { seated: bookings.length, refused, undecided, unanswered, moved, bookings };
}
