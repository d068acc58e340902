import { START_RANGE_YEARS } from '../core/limits.ts';
import type { BookingWindow } from '../core/location/slots.ts';
import { DAY_MS } from '../core/interval.ts';
import { instantOf, type LocalDate, localDateAt } from '../core/local-date.ts';

const START_RANGE_MS = START_RANGE_YEARS * 365 * DAY_MS;

/** The start, cut to what a database can handle. A cut start is rejected after its idempotency key was looked up: it may be a replay. */
export function clampedStart(startMs: number, { nowMs }: Pick<BookingWindow, 'nowMs'>): number {
  return Math.min(Math.max(startMs, nowMs - START_RANGE_MS), nowMs + START_RANGE_MS);
}

/** The date, cut as {@link clampedStart} cuts a start. */
export function clampedDate(
  date: LocalDate,
  timeZone: string,
  window: Pick<BookingWindow, 'nowMs'>,
): LocalDate {
  const startMs = instantOf(timeZone, date, 0);
  const clampedMs = clampedStart(startMs, window);
  return clampedMs === startMs ? date : localDateAt(timeZone, clampedMs);
}
