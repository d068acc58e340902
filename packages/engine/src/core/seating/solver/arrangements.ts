/**
 * Plans that were found for one question can answer others: if re-seatings made room for four at seven, there may be room for three at a quarter
 * past as well. Each plan that needed a search is kept, without the request, as another way to seat today's bookings. The next question first
 * looks for a free place in one of them.
 *
 * A day is read again whenever it changes, and most results still hold then. So the plans are also remembered beyond the reading, by the ids of
 * the bookings, for the next search about the same day, in availability or for a booking. Both find the same. Remembered plans are checked before
 * use.
 */
import { bestFreeOption, type Board, boardOf, isFree, lift, put } from './board.ts';
import type { Instance } from './instance.ts';
import type { SearchState } from './question.ts';
import type { RememberedPrices } from './remembered-prices.ts';
import { tableOptionOf } from './strays.ts';

/** The tables of each booking, by its id. */
export type Arrangement = ReadonlyMap<string, readonly string[]>;

export interface Memory {
  readonly plans: Arrangement[];
  readonly refusals: RememberedPrices[];
  /** Searches of the latest readings: a reading with the same bookings continues one of them (`same-search.ts`). */
  readonly searches: SearchState[];
}

/** An empty memory. */
export function newMemory(): Memory {
  return { plans: [], refusals: [], searches: [] };
}

export function isEmpty({ plans, refusals }: Memory): boolean {
  return plans.length + refusals.length === 0;
}

export const PLANS_MAX = 32;
/** The number of remembered plans of a day: twice as many, so that no plan is lost that an answer still depends on. */
export const REMEMBERED_MAX = 64;

export function keep<T>(plans: T[], plan: T, most: number): void {
  if (plans.length === most) plans.shift();
  plans.push(plan);
}

/** The plan on a board, by ids. */
export function arrangementOf({ instance, tableOption }: Board): Arrangement {
  const { floor, movables } = instance;
  return new Map(movables.map(({ id }, i) => [id, floor.tableOptions[tableOption[i]!]!.tables]));
}

/** A remembered plan with today's bookings: new ones keep their tables or take free ones. Null when it does not work out. */
export function recalled(instance: Instance, arrangement: Arrangement): Board | null {
  const { floor, movables, kinds } = instance;
  const board = boardOf(instance);
  for (const i of movables.keys()) lift(board, i);
  const unplaced: number[] = [];
  for (const [i, { id }] of movables.entries()) {
    const tables = arrangement.get(id);
    if (!tables) {
      unplaced.push(i);
      continue;
    }
    const option = tableOptionOf(floor, tables);
    if (option < 0 || !kinds[i]!.admits[option] || !isFree(board, i, option)) return null;
    put(board, i, option);
  }
  for (const i of unplaced) {
    const today = instance.tableOption[i]!;
    const option = isFree(board, i, today) ? today : bestFreeOption(board, i);
    if (option < 0) return null;
    put(board, i, option);
  }
  return { ...board, journal: [] };
}
