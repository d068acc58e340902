/** The service dates on which a change of bookings can change availability (D37). */
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import type { BookingWindow } from '../location/slots.ts';
import { isSameValue } from '../same-value.ts';
import { dayStateOf, mayMove } from '../seating/day-state.ts';
import { plainAnswersOf } from '../seating/plain-answers.ts';
import { rangeOf } from '../seating/read-range.ts';
import { contains, type Interval, overlaps } from '../instant.ts';
import { addDays, datesTouched, type LocalDate } from '../local-date.ts';
import { isLive, toDiary } from './booking.ts';
import {
  type DiaryBooking,
  type Entry,
  heldBy,
  isHoldEntry,
  isWaiting,
  shownOf,
  type Snapshot,
} from './diary.ts';
import { type BookingChanges, evolve, savedRows } from './evolve.ts';
import type { DiaryRow } from './row.ts';

/** The days of a location, and the range that a step has read. */
export interface Days {
  readonly location: Location;
  readonly open: (date: LocalDate) => ServiceDay;
  /** Changes of past times do not matter. */
  readonly window: BookingWindow;
  /** The snapshot contains all bookings that touch it. */
  readonly read: Interval;
}

/** The service dates whose answers can change, sorted. Changes other than a partner's booking or hold are compared, if that needs no search. */
export function changedDates(
  snapshot: Snapshot,
  amendment: BookingChanges,
  days: Days,
): readonly LocalDate[] {
  const { nowMs } = days.window;
  const dates = new Set<LocalDate>();
  for (const interval of changedIntervals(snapshot, amendment, days)) {
    const startMs = Math.max(interval.startMs, nowMs);
    if (startMs >= interval.endMs) continue;
    const ahead = { startMs, endMs: interval.endMs };
    // Bookings that could make room there can do so for another date.
    const range = rangeOf(days.location, ahead, snapshot.bookings, nowMs);
    for (const date of servedDates(range, days)) dates.add(date);
  }
  const sorted = [...dates].toSorted();
  if (sorted.length === 0 || isPartnersBooking(snapshot, amendment, nowMs)) return sorted;
  const after = evolve(snapshot, { interval: days.read, named: null }, amendment);
  return sorted.filter((date) => !isAnsweredAlike(snapshot.bookings, after.bookings, days.open(date), days));
}

/** Whether a future booking or hold of a partner or guest is new or gone: it is at an offered slot, so no comparison is necessary. */
function isPartnersBooking({ bookings, named }: Snapshot, changes: BookingChanges, nowMs: number): boolean {
  const before = (id: string): boolean =>
    named?.id === id ? isLive(named) : bookings.some((one) => one.id === id);
  return savedRows(changes).some(
    (row) =>
      row.source !== 'operator' &&
      row.startMs > nowMs &&
      row.kind !== 'waiting' &&
      isLive(row) !== before(row.id),
  );
}

/** Whether all answers of the date are equal. False also if that takes a search, or the step has not read all of it. */
function isAnsweredAlike(
  before: readonly DiaryBooking[],
  after: readonly DiaryBooking[],
  day: ServiceDay,
  { location, window, read }: Days,
): boolean {
  if (!contains(read, day.read)) return false;
  const answersOf = (diary: readonly DiaryBooking[]): ReturnType<typeof plainAnswersOf> => {
    const isWaitedFor = diary.some((one) => isWaiting(one) && overlaps(heldBy(one), day.interval));
    const { bookings } = shownOf(diary, window.nowMs, isWaitedFor);
    return plainAnswersOf(dayStateOf(location, day, bookings, window.nowMs), window);
  };
  const answers = answersOf(before);
  return answers !== null && isSameValue(answers, answersOf(after));
}

/** The times of the changed tables: before the change and after it. */
function changedIntervals(
  snapshot: Snapshot,
  changes: BookingChanges,
  { location, window: { nowMs } }: Days,
): readonly Interval[] {
  const shown = new Map(snapshot.bookings.map((booking) => [booking.id, booking]));
  const isWaitedFor = snapshot.bookings.some(isWaiting);
  const isExpired = (one: DiaryBooking): boolean => isHoldEntry(one) && one.expiresMs <= nowMs;
  // An expired hold is shown as taken while waiting parties can get it (D36), else not at all.
  const isShown = (one: DiaryBooking): boolean => !isExpired(one) || (isWaitedFor && !one.pinned);
  // Pinning does not change a booking that keeps its tables anyway.
  const asShown = (one: DiaryBooking | null): DiaryBooking | null =>
    one && isShown(one) ? { ...one, pinned: !mayMove(location, one, nowMs) } : null;
  const reseated = (changes.reseatings ?? []).flatMap(({ bookingId, tables }) => {
    const before = shown.get(bookingId);
    return before && isShown(before) && !isSameValue(before.tables, tables) ? [heldBy(before)] : [];
  });
  const waiting: DiaryBooking[] = [];
  const left: DiaryBooking[] = [];
  const taken: DiaryBooking[] = [];
  for (const row of savedRows(changes)) {
    const before = asShown(
      snapshot.named?.id === row.id ? liveIn(snapshot.named) : (shown.get(row.id) ?? null),
    );
    const after = asShown(liveIn(row));
    if (row.kind === 'waiting')
      waiting.push(...snapshot.bookings.filter((one) => isExpired(one) && isShown(one)));
    else if (!isSameValue(before, after)) {
      if (before) left.push(before);
      if (after) taken.push(after);
    }
  }
  // Tables of a hold that its confirmation keeps are taken before and after (D35). Those of an expired hold were free.
  const held = left.filter((one) => isHoldEntry(one) && !isExpired(one));
  const wasHeld = (one: DiaryBooking): boolean => held.some((hold) => isAlike(hold, one));
  const handedOver = taken.filter((one) => !isHoldEntry(one) && wasHeld(one));
  const stays = (one: DiaryBooking): boolean => handedOver.some((other) => isAlike(one, other));
  return [...reseated, ...[...waiting, ...[...left, ...taken].filter((one) => !stays(one))].map(heldBy)];
}

/** Whether the two take the same tables for others. */
function isAlike(one: DiaryBooking, other: DiaryBooking): boolean {
  return isSameValue(takenBy(one), takenBy(other));
}

function takenBy({
  startMs,
  blockedUntilMs,
  partySize,
  tables,
  pinned,
  tableAccess,
}: Entry): Omit<Entry, 'id'> {
  return { startMs, blockedUntilMs, partySize, tables, pinned, tableAccess };
}

function liveIn(row: DiaryRow): DiaryBooking | null {
  return isLive(row) ? toDiary(row) : null;
}

/** The service dates with hours in the interval: the night before can extend into it. */
function servedDates(interval: Interval, { location, open }: Days): readonly LocalDate[] {
  const touched = datesTouched(location.timeZone, interval);
  const candidates = [addDays(touched[0]!, -2), addDays(touched[0]!, -1), ...touched];
  return candidates.filter((date) => {
    const { periods, interval: whole } = open(date);
    const first = periods[0];
    return first !== undefined && overlaps({ startMs: first.opensMs, endMs: whole.endMs }, interval);
  });
}
