/**
 * Makes room among equal tables. Often each segment has a free table of the family, but no table is free throughout. Then two tables can exchange
 * their bookings during a stretch, from an instant at which neither is within a booking to the next such instant, so that one stays free for
 * longer. This is repeated, with another table, until it is free to the end. Without pinned bookings and joined tables it always succeeds.
 */
import { type Board, lift, put, takeBack } from './board.ts';
import type { Budget } from './budget.ts';
import { FREE } from './instance.ts';

/** The tables among which it does not matter which one a booking has: those like this one, itself included. */
export type Alike = (table: number) => readonly number[];

/** Seats an unseated booking at one of the options by exchanges; the board is unchanged if that fails. */
export function seatByExchange(
  board: Board,
  who: number,
  tableOptions: readonly number[],
  alike: Alike,
  budget: Budget,
): boolean {
  const { floor } = board.instance;
  const from = board.instance.from[who]!;
  const to = board.instance.to[who]!;
  let full: readonly number[] | null = null;
  for (const tableOption of tableOptions) {
    const tables = floor.tablesOf[tableOption]!;
    const crowded = alike(tables[0]!);
    if (crowded === full) continue;
    if (!hasRoom(board, crowded, from, to)) {
      full = crowded;
      continue;
    }
    const mark = board.journal.length;
    if (tables.every((table) => clear(board, table, alike(table), tables, from, to, budget))) {
      put(board, who, tableOption);
      return true;
    }
    takeBack(board, mark);
  }
  return false;
}

/** Some table is free during each of the segments. */
function hasRoom({ instance, holder }: Board, tables: readonly number[], from: number, to: number): boolean {
  const { segments } = instance;
  for (let segment = from; segment < to; segment++) {
    let some = false;
    for (let i = 0; i < tables.length && !some; i++) some = holder[tables[i]! * segments + segment] === FREE;
    if (!some) return false;
  }
  return true;
}

/** Frees a table from one segment up to another, by exchanges with its like, those that are to be freed with it excepted. */
function clear(
  board: Board,
  table: number,
  others: readonly number[],
  together: readonly number[],
  from: number,
  to: number,
  budget: Budget,
): boolean {
  for (let segment = firstTaken(board, table, from, to); segment < to;) {
    let best: { other: number; stretch: Stretch; free: number } | null = null;
    for (const other of others) {
      const free = together.includes(other) ? segment : firstTaken(board, other, segment, to);
      if (free <= (best?.free ?? segment)) continue;
      const stretch = stretchAround(board, table, other, segment);
      if (stretch) best = { other, stretch, free: Math.min(free, stretch.end) };
    }
    if (!best || budget.stepsLeft <= 0) return false;
    budget.stepsLeft -= others.length * (to - segment);
    exchange(board, table, best.other, best.stretch);
    segment = firstTaken(board, table, from, to);
  }
  return true;
}

interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** The shortest stretch around a segment that begins and ends between bookings on both tables; null if somebody in it stays. */
function stretchAround(board: Board, a: number, b: number, segment: number): Stretch | null {
  const { segments } = board.instance;
  let first = segment;
  while (isCrossed(board, a, first) || isCrossed(board, b, first)) first--;
  let end = segment + 1;
  while (end < segments && (isCrossed(board, a, end) || isCrossed(board, b, end))) end++;
  for (let at = first; at < end; at++) if (!mayLeave(board, a, at) || !mayLeave(board, b, at)) return null;
  return { first, end };
}

/** A booking holds the table both before and during the segment. */
function isCrossed({ instance, holder }: Board, table: number, segment: number): boolean {
  const at = table * instance.segments + segment;
  return segment > 0 && holder[at] !== FREE && holder[at] === holder[at - 1];
}

function mayLeave({ instance, holder, tableOption }: Board, table: number, segment: number): boolean {
  const who = holder[table * instance.segments + segment]!;
  return who === FREE || (who >= 0 && instance.floor.tablesOf[tableOption[who]!]!.length === 1);
}

function exchange(board: Board, a: number, b: number, { first, end }: Stretch): void {
  const { optionOfTable } = board.instance.floor;
  const fromA = holdersDuring(board, a, first, end);
  const fromB = holdersDuring(board, b, first, end);
  for (const who of fromA) lift(board, who);
  for (const who of fromB) lift(board, who);
  for (const who of fromA) put(board, who, optionOfTable[b]!);
  for (const who of fromB) put(board, who, optionOfTable[a]!);
}

function holdersDuring({ instance, holder }: Board, table: number, first: number, end: number): number[] {
  const holders: number[] = [];
  for (let at = table * instance.segments + first; at < table * instance.segments + end; at++)
    if (holder[at] !== FREE && holder[at] !== holders.at(-1)) holders.push(holder[at]!);
  return holders;
}

/** The first of these segments during which the table is taken; `to` if it is free. */
function firstTaken({ instance, holder }: Board, table: number, from: number, to: number): number {
  let segment = from;
  while (segment < to && holder[table * instance.segments + segment] === FREE) segment++;
  return segment;
}
