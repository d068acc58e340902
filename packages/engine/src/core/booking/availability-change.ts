/** On which service dates something else can be had after a change of bookings than before it (D37). */
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

/** The days of a location, and what a step has read of them. */
export interface Days {
  readonly location: Location;
  readonly open: (date: LocalDate) => ServiceDay;
  /** Changes of what is over by now change no answer. */
  readonly window: BookingWindow;
  /** All bookings that touch it are in the snapshot. */
  readonly read: Interval;
}

/** The service dates whose answers may change, sorted. Other changes than a partner's booking or hold are compared, where no search is needed. */
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
    // Who could make room there may do so for another date.
    const range = rangeOf(days.location, ahead, snapshot.bookings, nowMs);
    for (const date of servedDates(range, days)) dates.add(date);
  }
  const sorted = [...dates].toSorted();
  if (sorted.length === 0 || isPartnersBooking(snapshot, amendment, nowMs)) return sorted;
  const after = evolve(snapshot, { interval: days.read, named: null }, amendment);
  return sorted.filter((date) => !isAnsweredAlike(snapshot.bookings, after.bookings, days.open(date), days));
}

/** A booking or hold of a partner or a guest that is yet to start is new or gone: it was or is at an offered slot, and need not be compared. */
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

/** No answer of the date differs. False also where that takes a search, or the step has not read all of it. */
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

/** While what is held was changed: before the change and after it. */
function changedIntervals(
  snapshot: Snapshot,
  changes: BookingChanges,
  { location, window: { nowMs } }: Days,
): readonly Interval[] {
  const shown = new Map(snapshot.bookings.map((booking) => [booking.id, booking]));
  const isWaitedFor = snapshot.bookings.some(isWaiting);
  const isExpired = (one: DiaryBooking): boolean => isHoldEntry(one) && one.expiresMs <= nowMs;
  // An expired hold is shown as taken while parties wait that it may be given to (D36), else not at all.
  const isShown = (one: DiaryBooking): boolean => !isExpired(one) || (isWaitedFor && !one.pinned);
  // What keeps its tables anyway is not changed by being pinned.
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
  // What a hold kept, and whoever confirms it goes on keeping, is taken before and after (D35). What had lapsed was free.
  const held = left.filter((one) => isHoldEntry(one) && !isExpired(one));
  const wasHeld = (one: DiaryBooking): boolean => held.some((hold) => isAlike(hold, one));
  const handedOver = taken.filter((one) => !isHoldEntry(one) && wasHeld(one));
  const stays = (one: DiaryBooking): boolean => handedOver.some((other) => isAlike(one, other));
  return [...reseated, ...[...waiting, ...[...left, ...taken].filter((one) => !stays(one))].map(heldBy)];
}

/** For everybody else it is the same which of the two stands in the diary. */
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

/** The service dates on which somebody may be at a table within the interval: the night before may reach into it. */
function servedDates(interval: Interval, { location, open }: Days): readonly LocalDate[] {
  const touched = datesTouched(location.timeZone, interval);
  const candidates = [addDays(touched[0]!, -2), addDays(touched[0]!, -1), ...touched];
  return candidates.filter((date) => {
    const { periods, interval: whole } = open(date);
    const first = periods[0];
    return first !== undefined && overlaps({ startMs: first.opensMs, endMs: whole.endMs }, interval);
  });
}
