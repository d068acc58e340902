/**
 * The diary as every rule and every answer sees it: who holds tables at this moment. A hold that has lapsed is not among them, and whoever takes its
 * tables evicts it in the same step (D35); a party that waits holds none (D36). Both are told apart here and nowhere else.
 */
import { overlaps } from '../time/interval.ts';
import { type Booking, isLive, toDiary } from './booking.ts';
import {
  type Amendment,
  type DiaryBooking,
  heldBy,
  type Reseating,
  type Rule,
  type Snapshot,
} from './diary.ts';
import { savedRows } from './evolve.ts';
import { stayingForMoves } from './move-hold.ts';
import { isHold, isMoveHold, isPending, isWaiting, lapsesMsOf } from './row-kind.ts';

/** A diary, sorted out. */
export interface Standing {
  /** Who holds tables, blocks among them, and who waits for a table that a block has taken. */
  readonly bookings: readonly DiaryBooking[];
  /** Holds of which anybody's step may take the tables. */
  readonly lapsed: readonly DiaryBooking[];
  /** Who waits for a place. */
  readonly waiting: readonly DiaryBooking[];
}

/** Sorts out a diary as it is at an instant. Costs nothing where there are bookings and blocks only. */
export function standingOf(diary: readonly DiaryBooking[], nowMs: number): Standing {
  if (!diary.some(isPending)) return { bookings: diary, lapsed: [], waiting: [] };
  const lapsed = diary.filter((entry) => isLapsed(entry, nowMs));
  return {
    bookings: stayingForMoves(
      diary.filter((entry) => !isLapsed(entry, nowMs) && !isWaiting(entry)),
      diary.filter((entry) => isMoveHold(entry) && nowMs < lapsesMsOf(entry.id)),
    ),
    lapsed: lapsed.filter(({ tables }) => tables.length > 0),
    waiting: diary.filter(isWaiting),
  };
}

/** It is a hold, and no longer one that keeps anybody from its tables: confirmed, evicted, or past its time. */
function isLapsed(entry: DiaryBooking, nowMs: number): boolean {
  return isHold(entry) && (entry.tables.length === 0 || lapsesMsOf(entry.id) <= nowMs);
}

/** A hold that has lapsed, and of which a step has found that nobody who waits can have its tables. Noted as `pinned`, which the diary shows. */
export function isPassedOver({ pinned }: Pick<DiaryBooking, 'pinned'>): boolean {
  return pinned;
}

/** The hold, as {@link isPassedOver} finds it. */
export function passedOver(hold: Booking): Booking {
  return { ...hold, pinned: true };
}

/** Tables are held past their time which, on a date for which somebody waits, would be hers before they are anybody's. */
export function mayBeHers(diary: readonly DiaryBooking[], nowMs: number): boolean {
  const { lapsed, waiting } = standingOf(diary, nowMs);
  return waiting.length > 0 && lapsed.some((hold) => !isPassedOver(hold));
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
  const held = isWaitedFor ? lapsed.filter((hold) => !isPassedOver(hold)) : [];
  const ahead = diary.filter(isHold).map(({ id }) => lapsesMsOf(id));
  const untilMs = Math.min(...ahead.filter((lapsesMs) => nowMs < lapsesMs));
  return { bookings: held.length > 0 ? [...bookings, ...held] : bookings, untilMs };
}

/** What the rule wants when it is shown who holds tables; the lapsed holds make way for it. */
export function decideAmong<R>(
  rule: Rule<R>,
  snapshot: Snapshot,
  { bookings, lapsed }: Pick<Standing, 'bookings' | 'lapsed'>,
): Amendment<R> {
  return evicting(rule({ ...snapshot, bookings }), bookings, lapsed);
}

/** The amendment, with the holds evicted whose tables it gives to others. */
function evicting<R>(
  amendment: Amendment<R>,
  bookings: readonly DiaryBooking[],
  lapsed: readonly DiaryBooking[],
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
