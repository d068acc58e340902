/**
 * What fits at the tables of the restaurant, computed independently of the engine: every arrangement is followed over the day, from one arrival to the
 * next.
 */
import type { DiaryRow } from '@bord/engine/storage';
import { dayOf, FREEZE_MS, type Rules, startsOn } from './restaurant.ts';
import { isMoveHold, lapsesMsOf } from './row-ids.ts';

/** Tables that are taken. */
export interface Stay {
  readonly id: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly partySize: number;
  readonly tables: readonly string[];
  /** It may not be given another table. */
  readonly isFixed: boolean;
}

/** A request for a table. */
export type Wish = Pick<Stay, 'fromMs' | 'untilMs' | 'partySize'>;

/** A party that comes at a time, for its turn. */
export const wishOf = (rules: Rules, startMs: number, partySize: number): Wish => ({
  fromMs: startMs,
  untilMs: startMs + rules.turnMsOf(partySize),
  partySize,
});

export const isOverlapping = (
  one: Pick<Stay, 'fromMs' | 'untilMs'>,
  other: Pick<Stay, 'fromMs' | 'untilMs'>,
): boolean => one.fromMs < other.untilMs && other.fromMs < one.untilMs;

/** The time from which a booking has its tables: a party that is seated early has them from that minute. */
export function takenFromMs({ startMs, visit, status }: DiaryRow): number {
  const { seatedMs, leftMs } = visit;
  const sits = status === 'confirmed' && seatedMs !== null && leftMs === null;
  return sits ? Math.min(startMs, seatedMs - (seatedMs % 60_000)) : startMs;
}

/** The row takes tables at an instant; a hold whose time is over takes none. */
export function takesTables(row: DiaryRow, nowMs: number): boolean {
  if (row.status !== 'confirmed' || row.tables.length === 0) return false;
  return (
    row.kind === 'booking' || row.kind === 'block' || (row.kind === 'hold' && lapsesMsOf(row.id) > nowMs)
  );
}

/** The taken tables of a date at an instant; `isShown`: as partners see it, where an expired hold counts as taken while parties wait (D36). */
export function staysOn(
  date: string,
  rows: readonly DiaryRow[],
  nowMs: number,
  isShown = false,
): readonly Stay[] {
  const day = dayOf(date);
  const isWaitedFor = rows.some(
    ({ kind, status, serviceDate }) => kind === 'waiting' && status === 'confirmed' && serviceDate === date,
  );
  // A round that could not allocate such a hold notes so, and then it is available to all.
  const isStillShown = (row: DiaryRow): boolean =>
    isShown &&
    isWaitedFor &&
    row.kind === 'hold' &&
    row.status === 'confirmed' &&
    row.tables.length > 0 &&
    !row.yielded;
  const isOfDay = (from: number, until: number): boolean => from < day.endMs && day.startMs < until;
  const moves = rows.filter(
    (row) =>
      isMoveHold(row) &&
      row.status === 'confirmed' &&
      lapsesMsOf(row.id) > nowMs &&
      isOfDay(row.startMs, row.blockedUntilMs),
  );
  // A booking and the hold for its move on the same day both keep their tables.
  const moving = new Set(moves.flatMap((row) => [row.id, row.kind === 'hold' ? row.move!.bookingId : '']));
  return rows
    .filter((row) => takesTables(row, nowMs) || isStillShown(row))
    .map((row) => stayOf(row, day, nowMs, moving))
    .filter(({ fromMs, untilMs }) => isOfDay(fromMs, untilMs));
}

function stayOf(
  row: DiaryRow,
  day: ReturnType<typeof dayOf>,
  nowMs: number,
  moving: ReadonlySet<string>,
): Stay {
  const { id, kind, blockedUntilMs: untilMs, partySize, tables, visit } = row;
  const pinned = row.kind === 'booking' && row.pinned;
  const fromMs = takenFromMs(row);
  const sits = visit.seatedMs !== null && visit.leftMs === null;
  const isInside = day.startMs <= fromMs && untilMs <= day.endMs;
  const isFixed =
    kind === 'block' || pinned || sits || moving.has(id) || fromMs - FREEZE_MS <= nowMs || !isInside;
  return { id, fromMs, untilMs, partySize, tables, isFixed };
}

/** An arrangement exists for all seated parties and the new one. A party at a table outside of the plan stays there, and affects no other. */
export function fits({ tables }: Rules, all: readonly Stay[], wish: Wish): boolean {
  const stays = all.filter((stay) => tables.some(({ id }) => stay.tables.includes(id)));
  const fixed = new Map(
    tables.map(({ id }) => [id, stays.filter((stay) => stay.isFixed && stay.tables.includes(id))]),
  );
  const movable = stays.filter(({ isFixed }) => !isFixed);
  const parties: (Wish & Pick<Stay, 'tables'>)[] = [...movable, { ...wish, tables: [] }];
  parties.sort((a, b) => a.fromMs - b.fromMs);
  const inVain = new Set<string>();
  /** The parties from a number on have tables, when each table is taken until some instant by those before them. */
  const seated = (number: number, untilMs: readonly number[]): boolean => {
    const party = parties[number];
    if (!party) return true;
    const way = `${number} ${untilMs.map((ms) => Math.max(ms, party.fromMs)).join()}`;
    if (inVain.has(way)) return false;
    const isPossible = tables.some(({ id, seatsMax }, i) => {
      const isForIt = party.partySize <= seatsMax || party.tables.includes(id);
      if (!isForIt || untilMs[i]! > party.fromMs) return false;
      if (fixed.get(id)!.some((stay) => isOverlapping(stay, party))) return false;
      return seated(number + 1, untilMs.with(i, party.untilMs));
    });
    if (!isPossible) inVain.add(way);
    return isPossible;
  };
  return seated(
    0,
    tables.map(() => 0),
  );
}

/** Everything that partners can see of a date at an instant: availability of each time and size, and free seats. */
export function shownOn(rules: Rules, date: string, rows: readonly DiaryRow[], nowMs: number): string {
  const stays = staysOn(date, rows, nowMs, true);
  const lines = [1, 2, 3, 4].map((partySize) =>
    startsOn(rules, date, partySize)
      .filter((startMs) => startMs >= nowMs)
      .map((startMs) => {
        const wish = wishOf(rules, startMs, partySize);
        return fits(rules, stays, wish) ? freeSeats(rules, stays, wish) : '-';
      })
      .join(' '),
  );
  return lines.join('\n');
}

function freeSeats({ tables }: Rules, stays: readonly Stay[], wish: Wish): number {
  const free = tables.filter(
    ({ id }) => !stays.some((stay) => stay.tables.includes(id) && isOverlapping(stay, wish)),
  );
  return Math.max(
    wish.partySize,
    free.reduce((sum, { seatsMax }) => sum + seatsMax, 0),
  );
}
