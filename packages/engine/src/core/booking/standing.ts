/**
 * The diary as every rule and every answer sees it: who holds tables at this moment. A hold that has lapsed is not among them, and whoever takes its
 * tables evicts it in the same step (D35); a party that waits holds none (D36). Both are told apart here and nowhere else.
 */
import { overlaps } from '../interval.ts';
import { isLive, toDiary } from './booking.ts';
import {
  type Amendment,
  type DiaryBooking,
  heldBy,
  type HoldEntry,
  isHoldEntry,
  isWaiting,
  type Reseating,
  type WaitingEntry,
} from './diary.ts';
import { savedRows } from './evolve.ts';
import { stayingForMoves } from './move-hold.ts';

export interface Standing {
  /** Who holds tables, blocks among them, and who waits for a table that a block has taken. */
  readonly bookings: readonly DiaryBooking[];
  /** Holds of which anybody's step may take the tables. */
  readonly lapsed: readonly HoldEntry[];
  readonly waiting: readonly WaitingEntry[];
}

/** Sorts out a diary as it is at an instant. Costs nothing where there are bookings and blocks only. */
export function standingOf(diary: readonly DiaryBooking[], nowMs: number): Standing {
  if (!diary.some((entry) => isHoldEntry(entry) || isWaiting(entry)))
    return { bookings: diary, lapsed: [], waiting: [] };
  const holds = diary.filter(isHoldEntry);
  return {
    bookings: stayingForMoves(
      diary.filter((entry) => holdsTables(entry, nowMs)),
      holds.filter((hold) => hold.isForMove && nowMs < hold.expiresMs),
    ),
    lapsed: holds.filter((hold) => hold.claim === 'tables' && hold.expiresMs <= nowMs),
    waiting: diary.filter(isWaiting),
  };
}

/** Its tables, if it has any, are taken: it neither waits, nor is it a hold that was evicted or has expired. */
function holdsTables(entry: DiaryBooking, nowMs: number): boolean {
  switch (entry.kind) {
    case 'booking':
    case 'block':
      return true;
    case 'hold':
      return entry.claim === 'tables' && nowMs < entry.expiresMs;
    case 'waiting':
      return false;
  }
}

/** Tables are held past their time which, on a date for which somebody waits, would be hers before they are anybody's. */
export function mayBeHers(diary: readonly DiaryBooking[], nowMs: number): boolean {
  const { lapsed, waiting } = standingOf(diary, nowMs);
  return waiting.length > 0 && lapsed.some(({ yielded }) => !yielded);
}

/**
 * The diary of a date as availability shows it at an instant, and until when it holds. What has lapsed on a date for which somebody waits is shown as
 * taken until a step has given it to her, or found that it does not fit: also at another time than hers, since a party may move there and make room.
 */
export function shownOf(
  diary: readonly DiaryBooking[],
  nowMs: number,
  isWaitedFor: boolean,
): { readonly bookings: readonly DiaryBooking[]; readonly untilMs: number } {
  const { bookings, lapsed } = standingOf(diary, nowMs);
  const held = isWaitedFor ? lapsed.filter(({ yielded }) => !yielded) : [];
  const ahead = diary.filter(isHoldEntry).map(({ expiresMs }) => expiresMs);
  const untilMs = Math.min(...ahead.filter((expiresMs) => nowMs < expiresMs));
  return { bookings: held.length > 0 ? [...bookings, ...held] : bookings, untilMs };
}

/** The amendment, with the holds evicted whose tables it gives to others (D35). */
export function evicting<R>(
  amendment: Amendment<R>,
  { bookings, lapsed }: Pick<Standing, 'bookings' | 'lapsed'>,
): Amendment<R> {
  if (lapsed.length === 0) return amendment;
  const { reseatings = [] } = amendment;
  const tablesOf = new Map(reseatings.map(({ bookingId, tables }) => [bookingId, tables]));
  const saved = savedRows(amendment);
  const taking = [
    ...saved.filter(isLive).map(toDiary),
    ...bookings.flatMap((one) => {
      const tables = tablesOf.get(one.id);
      return tables ? { ...one, tables } : [];
    }),
  ];
  const isDecided = ({ id }: DiaryBooking): boolean => tablesOf.has(id) || saved.some((row) => row.id === id);
  const evicted = lapsed.filter(
    (hold) => !isDecided(hold) && taking.some((one) => one.id !== hold.id && isInTheWay(hold, one)),
  );
  if (evicted.length === 0) return amendment;
  return {
    ...amendment,
    reseatings: [...reseatings, ...evicted.map(({ id }): Reseating => ({ bookingId: id, tables: [] }))],
  };
}

function isInTheWay(hold: DiaryBooking, one: DiaryBooking): boolean {
  return overlaps(heldBy(hold), heldBy(one)) && hold.tables.some((table) => one.tables.includes(table));
}
