/**
 * A seating plan that can be tried out: put a booking down, lift it up, and take everything back to a mark.
 */
import { FREE, type Tonight } from './tonight.ts';

/** Who sits where, with a journal of what was tried. */
export interface Board {
  readonly tonight: Tonight;
  /** Laid out as `Tonight.holder`. */
  readonly holder: Int32Array;
  /** The place of each mover and, behind them, of the newcomer; -1 for who stands. */
  readonly place: Int32Array;
  /** Every change: who, and the place it was put at, or `-1 - place` when it was lifted from there. */
  readonly journal: { readonly who: number; readonly change: number }[];
}

/** The evening as it is. */
export function boardOf(tonight: Tonight): Board {
  return { tonight, holder: tonight.holder.slice(), place: tonight.place.slice(), journal: [] };
}

/** Seats somebody who stands at a place that is free for her. */
export function put(board: Board, who: number, place: number): void {
  board.journal.push({ who, change: place });
  board.place[who] = place;
  write(board, who, place, who);
}

/** Lets somebody stand up. */
export function lift(board: Board, who: number): void {
  const place = board.place[who]!;
  board.journal.push({ who, change: -1 - place });
  board.place[who] = -1;
  write(board, who, place, FREE);
}

/** Takes back all changes since the journal had this length. */
export function takeBack(board: Board, mark: number): void {
  while (board.journal.length > mark) {
    const { who, change } = board.journal.pop()!;
    board.place[who] = change >= 0 ? -1 : -1 - change;
    if (change >= 0) write(board, who, change, FREE);
    else write(board, who, -1 - change, who);
  }
}

/** The tables of the place are free while this booking would hold them. */
export function isFree({ tonight, holder }: Board, who: number, place: number): boolean {
  const { beats, house, from, to } = tonight;
  for (const table of house.tablesOf[place]!)
    for (let at = table * beats + from[who]!; at < table * beats + to[who]!; at++)
      if (holder[at] !== FREE) return false;
  return true;
}

/**
 * The free place that fits best; -1 when there is none. Among places that fit equally well, the one whose free stretch
 * around the booking is shortest, which leaves the long stretches whole for others.
 */
export function bestFreePlace(board: Board, who: number): number {
  const { kinds, house } = board.tonight;
  let best = -1;
  let bestStretch = Infinity;
  for (const place of kinds[who]!.places) {
    if (best >= 0 && !fitAlike(house.places[best]!, house.places[place]!)) break;
    if (!isFree(board, who, place)) continue;
    const stretch = freeStretch(board, who, place);
    if (stretch < bestStretch) [best, bestStretch] = [place, stretch];
  }
  return best;
}

function fitAlike(a: { seatsMax: number; tables: readonly string[] }, b: typeof a): boolean {
  return a.seatsMax === b.seatsMax && a.tables.length > 1 === b.tables.length > 1;
}

/** How long the tables of the place are free around the booking, in milliseconds; the evening's ends count as taken. */
function freeStretch({ tonight, holder }: Board, who: number, place: number): number {
  const { beats, edges, house } = tonight;
  let first = 0;
  let end = beats;
  for (const table of house.tablesOf[place]!) {
    let at = tonight.from[who]!;
    while (at > first && holder[table * beats + at - 1] === FREE) at--;
    first = at;
    at = tonight.to[who]!;
    while (at < end && holder[table * beats + at] === FREE) at++;
    end = at;
  }
  return beats === 0 ? 0 : edges[end]! - edges[first]!;
}

function write({ tonight, holder }: Board, who: number, place: number, value: number): void {
  const { beats, house, from, to } = tonight;
  for (const table of house.tablesOf[place]!)
    holder.fill(value, table * beats + from[who]!, table * beats + to[who]!);
}
