/**
 * Plans that were found for one question answer others: where half of the house has changed tables to make room for four at seven,
 * there may be room for three at a quarter past as well. Each plan that took some finding is kept, without the request; it is another way to
 * seat today's bookings, and the next question first looks whether it finds a free place in one of them.
 *
 * A day is read anew whenever it changes, and most of what was found still holds then. So the plans are also remembered beyond the
 * reading, by the ids of the bookings, for the next search about the same day, be it availability or a booking about to be made: what the one
 * has found the other finds too. They are tried out before they are believed.
 */
import { bestFreeOption, type Board, boardOf, isFree, lift, put } from './board.ts';
import type { Instance } from './instance.ts';
import type { SearchState } from './question.ts';
import type { RememberedPrices } from './remembered-prices.ts';
import { tableOptionOf } from './strays.ts';

/** Who has which tables, by the id of the booking. */
export type Arrangement = ReadonlyMap<string, readonly string[]>;

export interface Memory {
  readonly plans: Arrangement[];
  readonly refusals: RememberedPrices[];
  /** Searches of the latest readings: a reading with the same bookings continues one of them (`same-search.ts`). */
  readonly searches: SearchState[];
}

/** Nothing yet. */
export function newMemory(): Memory {
  return { plans: [], refusals: [], searches: [] };
}

export function isEmpty({ plans, refusals }: Memory): boolean {
  return plans.length + refusals.length === 0;
}

export const PLANS_MAX = 32;
/** How many are remembered of a day: twice as many, so that none is forgotten that an answer still rests on. */
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
