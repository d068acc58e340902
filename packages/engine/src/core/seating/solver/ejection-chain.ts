/**
 * A short chain of evictions: the request takes a table, the booking there takes another, and so on until one finds a free table, or one that
 * exchanges among equal tables can free. It answers most of the solvable questions with one or two moves, and repairs plans that are nearly right.
 */
import { bestFreeOption, type Board, lift, put, takeBack } from './board.ts';
import type { Budget } from './budget.ts';
import { seatByExchange } from './exchange.ts';
import { BLOCKED, FREE } from './instance.ts';

/** How far a chain may go. */
export interface EjectionLimits {
  /** The depth to which bookings without a free table may evict others, one after another. */
  readonly depth: number;
  /** How many evictions are tried in all. */
  evictionsLeft: number;
  /** Whether a booking without a free table may make equal tables exchange their bookings. */
  readonly exchanges: boolean;
}

/** The most bookings that one booking pushes out of one option. */
const CROWD = 2;

/** For a booking and all those that it evicts, shallow chains first. The board is unchanged if no chain is found. */
export function seatByEvictions(board: Board, who: number, limits: EjectionLimits, budget: Budget): boolean {
  const settled: number[] = [];
  for (let depth = 0; depth <= limits.depth; depth++) {
    if (seat(board, who, depth, limits, budget, settled)) return true;
  }
  return false;
}

function seat(
  board: Board,
  who: number,
  depth: number,
  limits: EjectionLimits,
  budget: Budget,
  settled: number[],
): boolean {
  const free = bestFreeOption(board, who);
  if (free >= 0) {
    put(board, who, free);
    return true;
  }
  const { kinds, floor } = board.instance;
  const alike = (table: number): readonly number[] => floor.families[floor.familyOf[table]!]!;
  if (limits.exchanges && seatByExchange(board, who, kinds[who]!.tableOptions, alike, budget)) return true;
  if (depth === 0) return false;
  settled.push(who);
  const alsoSettled = settled.length;
  for (let crowd = 1; crowd <= Math.min(CROWD, depth); crowd++) {
    for (const tableOption of kinds[who]!.tableOptions) {
      const evicted = holdersOf(board, who, tableOption, settled);
      if (evicted?.length !== crowd) continue;
      if (limits.evictionsLeft <= 0 || budget.stepsLeft <= 0) break;
      limits.evictionsLeft -= crowd;
      budget.stepsLeft -= crowd * costOfASeat(board, who);
      const mark = board.journal.length;
      for (const other of evicted) lift(board, other);
      put(board, who, tableOption);
      if (evicted.every((other) => seat(board, other, depth - crowd, limits, budget, settled))) return true;
      takeBack(board, mark);
      settled.length = alsoSettled;
    }
  }
  settled.pop();
  return false;
}

/** Each option is looked at for the time of the booking, twice. */
function costOfASeat({ instance: { kinds, from, to } }: Board, who: number): number {
  return 2 * kinds[who]!.tableOptions.length * (to[who]! - from[who]!);
}

/** The bookings that would have to leave the option; null when one of them must stay. */
function holdersOf(
  board: Board,
  who: number,
  tableOption: number,
  settled: readonly number[],
): number[] | null {
  const { segments, floor, from, to } = board.instance;
  const holders: number[] = [];
  for (const table of floor.tablesOf[tableOption]!) {
    for (let at = table * segments + from[who]!; at < table * segments + to[who]!; at++) {
      const holder = board.holder[at]!;
      if (holder === FREE || holders.includes(holder)) continue;
      if (holder === BLOCKED || settled.includes(holder) || holders.length === CROWD) return null;
      holders.push(holder);
    }
  }
  return holders;
}
