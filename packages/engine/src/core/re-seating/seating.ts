/**
 * From classes back to tables. Combinations are handed out first, then single tables, each in the order in which the
 * bookings start. A booking keeps its table if that is free, else it gets the table of its class that the fewest others
 * would miss. In a class without pinned bookings and joined tables this always works out: whoever comes finds fewer tables
 * taken than the class has, and a table that is free when he comes stays free for him. Otherwise a booking may end up
 * without one; a chain of evictions may mend that.
 */
import { type Board, boardOf, isFree, put } from './board.ts';
import type { Budget } from './budget.ts';
import { seatByEvictions } from './chain.ts';
import type { Classes, Option } from './classes.ts';
import { FREE } from './tonight.ts';

/** How far a plan is mended: see `chain.ts`. */
const MENDING = { depth: 4, evictions: 200 };

/** The plan, or the classes of the bookings that got no table. */
export function seatInClasses(
  { tonight }: Classes,
  options: readonly Option[],
  budget: Budget,
): { board: Board; stuck: null } | { board: null; stuck: Set<number> } {
  const { from, to, beats } = tonight;
  const board = boardOf(tonight);
  board.holder.forEach((who, at) => {
    if (who >= 0) board.holder[at] = FREE;
  });
  board.place.fill(-1);
  const keeps = options.map((option, i) => option.places.includes(tonight.place[i]!));
  /** How many bookings would rather have the tables of the place than see this one there. */
  const missedBy = (place: number, who: number): number => {
    const others = new Set<number>();
    for (const table of tonight.house.tablesOf[place]!) {
      for (let at = table * beats + from[who]!; at < table * beats + to[who]!; at++) {
        const holder = tonight.holder[at]!;
        if (holder >= 0 && holder !== who && keeps[holder] && board.place[holder] === -1) others.add(holder);
      }
    }
    return others.size;
  };
  const placeFor = (who: number): number => {
    if (keeps[who] && isFree(board, who, tonight.place[who]!)) return tonight.place[who]!;
    let best = -1;
    let fewest = Infinity;
    for (const place of options[who]!.places) {
      if (!isFree(board, who, place)) continue;
      const missed = missedBy(place, who);
      if (missed < fewest) [best, fewest] = [place, missed];
    }
    return best;
  };

  const order = options.map((_, i) => i).sort((a, b) => joined(b) - joined(a) || from[a]! - from[b]!);
  function joined(i: number): number {
    return tonight.house.tablesOf[options[i]!.places[0]!]!.length > 1 ? 1 : 0;
  }
  const standing: number[] = [];
  for (const who of order) {
    const place = placeFor(who);
    if (place >= 0) put(board, who, place);
    else standing.push(who);
  }
  const limits = { depth: MENDING.depth, evictionsLeft: MENDING.evictions };
  const stuck = new Set<number>();
  for (const who of standing)
    if (!seatByEvictions(board, who, limits, budget)) for (const c of options[who]!.classes) stuck.add(c);
  return stuck.size === 0 ? { board, stuck: null } : { board: null, stuck };
}
