import { mayBeHers } from '../core/booking/diary.ts';
import { isInLine } from '../core/booking/waiting.ts';
import type { Location } from '../core/location/location.ts';
import type { ServiceDay } from '../core/location/service-day.ts';
import type { MemoryOf } from '../core/seating/day-state.ts';
import { rangeOfDay, readWholeDates } from '../core/seating/read-range.ts';
import { type Interval, span } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';
import type { Storage } from '../ports/storage.ts';
import { type CachedDay, shownDays } from './shown-days.ts';

interface Reading {
  readonly storage: Storage;
  readonly location: Location;
  readonly nowMs: number;
  /** The search results of earlier reads of the days. */
  readonly memory: MemoryOf;
}

const NO_DATES: ReadonlySet<LocalDate> = new Set();

/**
 * Reads days, as far as their answers depend on bookings. If bookings outlast the hours of their date, a second read covers them.
 *
 * @param days in order
 * @param held an interval to be asked about beyond the hours of the days, if any
 */
export async function readDays(
  reading: Reading,
  days: readonly ServiceDay[],
  held: Interval | null = null,
): Promise<readonly CachedDay[]> {
  const { storage, location, nowMs, memory } = reading;
  const interval = days.map(({ read }) => read).reduce(span);
  const diary = await storage.bookings.diary(location.id, interval);
  const waitedFor = mayBeHers(diary, nowMs) ? await datesWaitedFor(reading) : NO_DATES;
  const shown = shownDays(location, days, diary, nowMs, waitedFor, memory);
  const further = shown.map(({ state: { day, bookings } }) =>
    readWholeDates(location, day, rangeOfDay(location, day, bookings, nowMs, held)),
  );
  const isRead = further.every((day, i) => day === shown[i]!.state.day);
  return isRead ? shown : readDays(reading, further, held);
}

async function datesWaitedFor({ storage, location }: Reading): Promise<ReadonlySet<LocalDate>> {
  const pending = await storage.bookings.pending(location.id);
  return new Set(pending.filter(isInLine).map(({ serviceDate }) => serviceDate));
}
