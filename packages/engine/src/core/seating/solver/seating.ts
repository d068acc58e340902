/**
 * From classes back to tables. Bookings that keep today's option keep their table. The others are unseated and seated again, combinations first,
 * then in order of their start: at a free table of their class, otherwise by exchanges within it. In a class without pinned bookings and joined
 * tables this always succeeds, because the class has room for them during each segment. Otherwise some can remain unseated; a chain of evictions
 * may repair that.
 */
import { type Board, boardOf, isFree, lift, put } from './board.ts';
import type { Budget } from './budget.ts';
import { seatByEvictions } from './ejection-chain.ts';
import type { Classes, Option } from './classes.ts';
import { seatByExchange } from './exchange.ts';

/** The effort for repairing a plan: see `ejection-chain.ts`. */
const MENDING = { depth: 8, evictions: 500 };

/** The plan, and the bookings without a table in it. */
export function seatInClasses(
  { instance, present, classOf, tables }: Classes,
  options: readonly Option[],
  budget: Budget,
): { board: Board; standing: readonly number[] } {
  const { from, floor } = instance;
  const board = boardOf(instance);
  const moving = options.map((_, i) => i).filter((i) => options[i] !== present[i]);
  for (const who of moving) if (board.tableOption[who]! >= 0) lift(board, who);
  const alike = (table: number): readonly number[] => tables[classOf[table]!]!;
  const tablesFor = (i: number): number => floor.tablesOf[options[i]!.tableOptions[0]!]!.length;
  moving.sort((a, b) => tablesFor(b) - tablesFor(a) || from[a]! - from[b]!);

  const limits = { depth: MENDING.depth, evictionsLeft: MENDING.evictions, exchanges: true };
  const left = moving.filter((who) => {
    const { tableOptions } = options[who]!;
    const free = tableOptions.find((tableOption) => isFree(board, who, tableOption));
    if (free !== undefined) put(board, who, free);
    return free === undefined && !seatByExchange(board, who, tableOptions, alike, budget);
  });
  return { board, standing: left.filter((who) => !seatByEvictions(board, who, limits, budget)) };
}
