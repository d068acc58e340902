/** A seating plan to try out: put, lift, and take everything back to a mark. */
import { FREE, type Instance } from './instance.ts';

/** A seating of the bookings, with a journal of attempts. */
export interface Board {
  readonly instance: Instance;
  /** Laid out as `The instance.holder`. */
  readonly holder: Int32Array;
  /** The option of each movable booking and, at the end, of the request; -1 for unseated ones. */
  readonly tableOption: Int32Array;
  /** Every change: who, and the option it was put at, or `-1 - option` when it was lifted from there. */
  readonly journal: { readonly who: number; readonly change: number }[];
}

/** The day as it is. */
export function boardOf(instance: Instance): Board {
  return {
    instance,
    holder: instance.holder.slice(),
    tableOption: instance.tableOption.slice(),
    journal: [],
  };
}

/** Seats an unseated booking at an option that is free for it. */
export function put(board: Board, who: number, tableOption: number): void {
  board.journal.push({ who, change: tableOption });
  board.tableOption[who] = tableOption;
  write(board, who, tableOption, who);
}

/** Unseats a booking. */
export function lift(board: Board, who: number): void {
  const tableOption = board.tableOption[who]!;
  board.journal.push({ who, change: -1 - tableOption });
  board.tableOption[who] = -1;
  write(board, who, tableOption, FREE);
}

/** Takes back all changes since the journal had this length. */
export function takeBack(board: Board, mark: number): void {
  while (board.journal.length > mark) {
    const { who, change } = board.journal.pop()!;
    board.tableOption[who] = change >= 0 ? -1 : -1 - change;
    if (change >= 0) write(board, who, change, FREE);
    else write(board, who, -1 - change, who);
  }
}

/** The tables of the option are free while this booking would hold them. */
export function isFree({ instance, holder }: Board, who: number, tableOption: number): boolean {
  const { segments, floor, from, to } = instance;
  for (const table of floor.tablesOf[tableOption]!)
    for (let at = table * segments + from[who]!; at < table * segments + to[who]!; at++)
      if (holder[at] !== FREE) return false;
  return true;
}

/** -1 for none. Among equal fits the one with the shortest free stretch, which leaves long stretches to others. */
export function bestFreeOption(board: Board, who: number): number {
  const { kinds, floor } = board.instance;
  let best = -1;
  let bestStretch = Infinity;
  for (const tableOption of kinds[who]!.tableOptions) {
    if (best >= 0 && !fitAlike(floor.tableOptions[best]!, floor.tableOptions[tableOption]!)) break;
    if (!isFree(board, who, tableOption)) continue;
    const stretch = freeStretch(board, who, tableOption);
    if (stretch < bestStretch) [best, bestStretch] = [tableOption, stretch];
  }
  return best;
}

function fitAlike(a: { seatsMax: number; tables: readonly string[] }, b: typeof a): boolean {
  return a.seatsMax === b.seatsMax && a.tables.length > 1 === b.tables.length > 1;
}

/** How long the tables of the option are free around the booking, in milliseconds; the day's ends count as taken. */
function freeStretch({ instance, holder }: Board, who: number, tableOption: number): number {
  const { segments, edges, floor } = instance;
  let first = 0;
  let end = segments;
  for (const table of floor.tablesOf[tableOption]!) {
    let at = instance.from[who]!;
    while (at > first && holder[table * segments + at - 1] === FREE) at--;
    first = at;
    at = instance.to[who]!;
    while (at < end && holder[table * segments + at] === FREE) at++;
    end = at;
  }
  return segments === 0 ? 0 : edges[end]! - edges[first]!;
}

function write({ instance, holder }: Board, who: number, tableOption: number, value: number): void {
  const { segments, floor, from, to } = instance;
  for (const table of floor.tablesOf[tableOption]!) {
    const end = table * segments + to[who]!;
    for (let at = table * segments + from[who]!; at < end; at++) holder[at] = value; // `fill` is slower for so few
  }
}
