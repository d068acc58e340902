/** On which service dates something else can be had after a change of bookings than before it (D37). */
import { addDays, datesTouched, type LocalDate } from '../time/local-date.ts';
import { type Interval, overlaps } from '../time/interval.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { type Booking, isLive, toDiary } from './booking.ts';
import { type DiaryBooking, heldBy, type Snapshot } from './diary.ts';
import { type BookingChanges, savedRows } from './evolve.ts';
import { isHold, isWaiting, lapsesMsOf } from './row-kind.ts';

/** The days of a location, and what the time is there. */
export interface Days {
  /** IANA name. */
  readonly timeZone: string;
  /** The service day of a date. */
  readonly open: (date: LocalDate) => ServiceDay;
  /** What is over by then changes nothing any more. */
  readonly nowMs: number;
}

/** The service dates whose answers an amendment may change, sorted. None of what is over, and none for what no table depends on, such as a name. */
export function changedDates(
  snapshot: Snapshot,
  amendment: BookingChanges,
  days: Days,
): readonly LocalDate[] {
  const dates = new Set<LocalDate>();
  for (const interval of changedIntervals(snapshot, amendment, days.nowMs)) {
    const startMs = Math.max(interval.startMs, days.nowMs);
    if (startMs < interval.endMs)
      for (const date of servedDates({ startMs, endMs: interval.endMs }, days)) dates.add(date);
  }
  return [...dates].toSorted();
}

/** While what is held was changed: before the change and after it. */
function changedIntervals(snapshot: Snapshot, changes: BookingChanges, nowMs: number): readonly Interval[] {
  const shown = new Map(snapshot.bookings.map((booking) => [booking.id, booking]));
  const reseated = (changes.reseatings ?? []).flatMap(({ bookingId, tables }) => {
    const before = shown.get(bookingId);
    return before && !isSame(before.tables, tables) ? [heldBy(before)] : [];
  });
  const waiting: DiaryBooking[] = [];
  const left: DiaryBooking[] = [];
  const taken: DiaryBooking[] = [];
  for (const row of savedRows(changes)) {
    const before = snapshot.named?.id === row.id ? liveIn(snapshot.named) : (shown.get(row.id) ?? null);
    const after = liveIn(row);
    if (isSame(before, after)) continue;
    // Who waits holds nothing; but while somebody does, a lapsed hold counts as taken (D36).
    if (isWaiting(row)) waiting.push(...snapshot.bookings.filter(isHold));
    else {
      if (before) left.push(before);
      if (after) taken.push(after);
    }
  }
  // What a hold kept, and whoever confirms it goes on keeping, is taken before and after (D35). What had lapsed was free.
  const held = left.filter((hold) => isHold(hold) && lapsesMsOf(hold.id) > nowMs);
  const wasHeld = (one: DiaryBooking): boolean => held.some((hold) => isAlike(hold, one));
  const handedOver = taken.filter((one) => !isHold(one) && wasHeld(one));
  const stays = (one: DiaryBooking): boolean => handedOver.some((other) => isAlike(one, other));
  return [...reseated, ...[...waiting, ...[...left, ...taken].filter((one) => !stays(one))].map(heldBy)];
}

/** For everybody else it is the same which of the two stands in the diary. */
function isAlike(one: DiaryBooking, other: DiaryBooking): boolean {
  return isSame({ ...one, id: '' }, { ...other, id: '' });
}

function liveIn(booking: Booking): DiaryBooking | null {
  return isLive(booking) ? toDiary(booking) : null;
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** The service dates on which somebody may be at a table within the interval: the night before may reach into it. */
function servedDates(interval: Interval, { timeZone, open }: Days): readonly LocalDate[] {
  const touched = datesTouched(timeZone, interval);
  const candidates = [addDays(touched[0]!, -2), addDays(touched[0]!, -1), ...touched];
  return candidates.filter((date) => {
    const { periods, interval: whole } = open(date);
    const first = periods[0];
    return first !== undefined && overlaps({ startMs: first.opensMs, endMs: whole.endMs }, interval);
  });
}
