import { START_RANGE_YEARS } from '../../core/limits.ts';
import type { BookingWindow } from '../../core/location/slots.ts';
import { DAY_MS } from '../../core/time/interval.ts';

const START_RANGE_MS = START_RANGE_YEARS * 365 * DAY_MS;

/**
 * The start, cut to some years around now, which a database can reckon with. A start cut off is refused all the same (`too_soon`, or beyond the
 * horizon), but only after the look for its idempotency key: the request may be the replay of a booking.
 */
export function clampedStart(startMs: number, { nowMs }: Pick<BookingWindow, 'nowMs'>): number {
  return Math.min(Math.max(startMs, nowMs - START_RANGE_MS), nowMs + START_RANGE_MS);
}
