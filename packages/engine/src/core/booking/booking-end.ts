import { BookingError, invalid } from '../errors.ts';
import { DAY_MS, MINUTE_MS } from '../instant.ts';
import type { Booking } from './booking.ts';

const STAY_MAX_MS = DAY_MS;

/** Throws `conflict` for an impossible end of a visit with this start: before the start, or more than a day after it. */
export function assertEnd({ startMs }: Pick<Booking, 'startMs'>, endMs: number): void {
  if (endMs <= startMs || endMs > startMs + STAY_MAX_MS)
    throw new BookingError('conflict', 'a visit must end after its start, and within 24 hours of it');
}

/** The slot with the operator's end, if given; the buffer stays. Throws `invalid_request` unless it is a whole minute. */
export function endingAt<S extends Pick<Booking, 'startMs' | 'endMs' | 'blockedUntilMs'>>(
  slot: S,
  untilMs: number | undefined,
): S {
  if (untilMs === undefined) return slot;
  if (!Number.isSafeInteger(untilMs) || untilMs % MINUTE_MS !== 0)
    invalid('untilMs must be a whole minute', ['untilMs']);
  assertEnd(slot, untilMs);
  return { ...slot, endMs: untilMs, blockedUntilMs: untilMs + slot.blockedUntilMs - slot.endMs };
}
