/** All days of a range, drawn in one piece of memory, each as `dayStateOf` makes it. */
import { type DiaryBooking, heldBy } from '../booking/diary.ts';
import type { Location } from '../location/location.ts';
import type { ServiceDay } from '../location/service-day.ts';
import { overlaps } from '../instant.ts';
import { type DayState, dayStateFrom, frozenFromMs, type MemoryOf } from './day-state.ts';
import { draw, emptyOccupancy, gridOf, masksOfTables, type Occupancy } from './occupancy.ts';

/** A day with its bookings. */
export interface LaidOutDay {
  readonly state: DayState;
  /** When the next of its bookings can no longer be re-seated (D9); Infinity where there is none. */
  readonly nextFrozenMs: number;
}

/**
 * @param days in order
 * @param bookings that touch them, quickest in order of time
 * @param nowMs decides which bookings are so near that they keep their tables
 * @param memory what was found out about a day before
 */
export function layOut(
  location: Location,
  days: readonly ServiceDay[],
  bookings: readonly DiaryBooking[],
  nowMs: number,
  memory?: MemoryOf,
): LaidOutDay[] {
  const sheets = emptySheets(location, days);
  const masksOf = masksOfTables(location.floorPlan);
  let first = 0;
  for (let i = 0; i < bookings.length; i++) {
    const booking = bookings[i]!;
    const { startMs, blockedUntilMs } = booking;
    while (first > 0 && sheets[first - 1]!.overMs > startMs) first--;
    while (first < sheets.length && sheets[first]!.overMs <= startMs) first++;
    const frozenMs = frozenFromMs(location, booking);
    for (let at = first; at < sheets.length; at++) {
      const sheet = sheets[at]!;
      if (sheet.startMs >= blockedUntilMs) break;
      if (sheet.endMs <= startMs) continue;
      draw(sheet.occupancy, masksOf, booking);
      if (frozenMs > nowMs && frozenMs < sheet.nextFrozenMs) sheet.nextFrozenMs = frozenMs;
      if (sheet.count === 0) sheet.from = i;
      sheet.to = i + 1;
      sheet.count += 1;
    }
  }
  return sheets.map((sheet) => ({
    state: dayStateFrom(
      { location, day: sheet.day, bookings: bookingsOf(sheet, bookings), occupancy: sheet.occupancy },
      nowMs,
      { memory },
    ),
    nextFrozenMs: sheet.nextFrozenMs,
  }));
}

/** A day on which bookings are being drawn. */
interface Sheet {
  readonly day: ServiceDay;
  readonly occupancy: Occupancy;
  readonly startMs: number;
  readonly endMs: number;
  /** When it and all days before it are over: a long night can end after the day that follows it. */
  readonly overMs: number;
  nextFrozenMs: number;
  /** The position of its bookings among all, and their number. */
  from: number;
  to: number;
  count: number;
}

function emptySheets(location: Location, days: readonly ServiceDay[]): Sheet[] {
  const grids = days.map((day) => gridOf(location, day));
  const taken = new Int32Array(grids.reduce((sum, { cells, words }) => sum + cells * words, 0));
  let at = 0;
  let overMs = -Infinity;
  return days.map((day, i) => {
    const grid = grids[i]!;
    const { startMs, endMs } = day.read;
    overMs = Math.max(overMs, endMs);
    const occupancy = emptyOccupancy(grid, taken.subarray(at, (at += grid.cells * grid.words)));
    return { day, occupancy, startMs, endMs, overMs, nextFrozenMs: Infinity, from: 0, to: 0, count: 0 };
  });
}

/** In order of time, the bookings of a day are mostly adjacent. */
function bookingsOf({ day, from, to, count }: Sheet, bookings: readonly DiaryBooking[]): DiaryBooking[] {
  const stretch = bookings.slice(from, to);
  if (count === stretch.length) return stretch;
  return stretch.filter((booking) => overlaps(day.read, heldBy(booking)));
}
