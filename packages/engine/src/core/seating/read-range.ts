/**
 * How far the diary must be read so that an answer is exact (D2). A party can be given another table only where everything that overlaps it is known.
 * Bookings can outlast the hours of their date: the plan has changed since, or the operator has extended them. Those that can be moved, those
 * that overlap these, and so on, belong to the answer.
 *
 * Availability and steps find the range by the same function, so they decide on the same bookings. Reading more than the range changes no answer:
 * a booking beyond it shares no instant with one that could make room.
 */
import { type Amendment, type DiaryBooking, heldBy, type Snapshot } from '../booking/diary.ts';
import { isLive, toDiary } from '../booking/booking.ts';
import { savedRows } from '../booking/evolve.ts';
import type { Location } from '../location/location.ts';
import { readUpTo, type ServiceDay } from '../location/service-day.ts';
import { contains, type Interval, span } from '../instant.ts';
import { addDays, datesTouched, dayInterval, localDateAt } from '../local-date.ts';
import { mayMove } from './day-state.ts';

const EVERYWHERE: Interval = { startMs: -Infinity, endMs: Infinity };

/** The step gives tables at a time that it has not read, or cannot determine whether others can make room. It is taken again and reads up to `range`. */
export class ReadTooLittleError extends Error {
  override readonly name = 'ReadTooLittleError';
  readonly range: Interval;

  constructor(range: Interval) {
    super('the step has not read all that it decides on');
    this.range = range;
  }
}

/** When somebody can be seated on a service date: in its hours, and while the booking that is decided on holds its tables. Null: at no time. */
export function aboutOf(
  { periods, interval: { endMs } }: ServiceDay,
  held: Interval | null,
): Interval | null {
  const [first] = periods;
  const own = first ? { startMs: first.opensMs, endMs } : null;
  return own && held ? span(own, held) : (own ?? held);
}

/**
 * `about`, with the bookings that can make room for a party in it, directly or one after another. Chains end a date before and after `about`: for
 * a restaurant that never closes, the range would have no end.
 *
 * @param read the range of the bookings: a range inside it needs no end; by default none does
 */
export function rangeOf(
  location: Location,
  about: Interval,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  read = EVERYWHERE,
): Interval {
  const range = joined(location, about, bookings, nowMs, EVERYWHERE);
  if (contains(read, range)) return range;
  const { timeZone } = location;
  const dates = datesTouched(timeZone, about);
  const most = [addDays(dates[0]!, -1), addDays(dates.at(-1)!, 1)]
    .map((date) => dayInterval(timeZone, date))
    .reduce(span, about);
  return joined(location, about, bookings, nowMs, most);
}

/** `about` with those inside `most` that can be moved and overlap it, those that overlap these, and so on. */
function joined(
  location: Location,
  about: Interval,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  most: Interval,
): Interval {
  let { startMs, endMs } = about;
  for (let isGrown = true; isGrown;) {
    isGrown = false;
    for (const booking of bookings) {
      const { startMs: fromMs, blockedUntilMs: untilMs } = booking;
      const isJoined = fromMs < endMs && startMs < untilMs && (fromMs < startMs || endMs < untilMs);
      if (!isJoined || fromMs < most.startMs || most.endMs < untilMs || !mayMove(location, booking, nowMs))
        continue;
      startMs = Math.min(startMs, fromMs);
      endMs = Math.max(endMs, untilMs);
      isGrown = true;
    }
  }
  return { startMs, endMs };
}

/** The day, read up to `range`, by whole calendar dates, so that the range does not change with each booking. */
export function readWholeDates({ timeZone }: Location, day: ServiceDay, range: Interval): ServiceDay {
  const { startMs, endMs } = day.read;
  const whole = (ms: number): Interval => dayInterval(timeZone, localDateAt(timeZone, ms));
  return readUpTo(timeZone, day, {
    startMs: range.startMs < startMs ? Math.min(range.startMs, whole(range.startMs).startMs) : startMs,
    endMs: endMs < range.endMs ? Math.max(range.endMs, whole(range.endMs - 1).endMs) : endMs,
  });
}

/** How far what can be asked of a service date reaches. */
export function rangeOfDay(
  location: Location,
  day: ServiceDay,
  bookings: readonly DiaryBooking[],
  nowMs: number,
  held: Interval | null = null,
): Interval {
  const about = aboutOf(day, held);
  return about ? rangeOf(location, about, bookings, nowMs, day.read) : day.read;
}

/**
 * A step must have read all bookings that overlap the tables which it gives, for any rule.
 *
 * @throws ReadTooLittleError when it gives tables outside the read range
 */
export function assertRead(read: Interval, { bookings }: Snapshot, amendment: Amendment<unknown>): void {
  let range = read;
  for (const row of savedRows(amendment))
    if (isLive(row) && row.tables.length > 0) range = span(range, heldBy(toDiary(row)));
  const moved = new Set<string>();
  for (const { bookingId, tables } of amendment.reseatings ?? []) if (tables.length > 0) moved.add(bookingId);
  if (moved.size > 0)
    for (const booking of bookings) if (moved.has(booking.id)) range = span(range, heldBy(booking));
  if (!contains(read, range)) throw new ReadTooLittleError(range);
}
