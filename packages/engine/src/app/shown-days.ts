/** The days of a location as availability shows them, and how long answers from them are valid. */
import { type DiaryBooking, shownOf } from '../core/booking/diary.ts';
import { AVAILABILITY_CACHE_SECONDS } from '../core/limits.ts';
import { allLeadTimes, type Location } from '../core/location/location.ts';
import type { ServiceDay } from '../core/location/service-day.ts';
import type { DayState, MemoryOf } from '../core/seating/day-state.ts';
import { type LaidOutDay, layOut } from '../core/seating/lay-out.ts';
import { MINUTE_MS, SECOND_MS } from '../core/instant.ts';
import type { LocalDate } from '../core/local-date.ts';

/** A day as it was read. Each read makes a new object, and answers computed from it are kept under that object. */
export interface CachedDay {
  readonly state: DayState;
  readonly freshUntilMs: number;
}

/**
 * @param days in order
 * @param diary all bookings that touch them
 * @param waitedFor dates with waiting parties, for which expired holds count as taken
 * @param memory search results of earlier reads of a day
 */
export function shownDays(
  location: Location,
  days: readonly ServiceDay[],
  diary: readonly DiaryBooking[],
  nowMs: number,
  waitedFor: ReadonlySet<LocalDate>,
  memory: MemoryOf,
): CachedDay[] {
  if (days.length > 1 && waitedFor.size > 0)
    return days.flatMap((day) => shownDays(location, [day], diary, nowMs, waitedFor, memory));
  const { bookings, untilMs } = shownOf(
    diary,
    nowMs,
    days.some(({ date }) => waitedFor.has(date)),
  );
  return layOut(location, days, bookings, nowMs, memory).map((laidOut) => ({
    state: laidOut.state,
    freshUntilMs: Math.min(untilMs, freshUntilMs(laidOut, nowMs)),
  }));
}

/** The earliest of: the end of the cache time, the next slot that becomes too late to book, the next booking that is frozen. */
function freshUntilMs({ state: { location, day }, nextFrozenMs }: LaidOutDay, nowMs: number): number {
  let until = Math.min(nowMs + AVAILABILITY_CACHE_SECONDS * SECOND_MS, nextFrozenMs);
  for (const { period, opensMs, closesMs } of day.periods) {
    const stepMs = period.slotStepMinutes * MINUTE_MS;
    for (const leadTimeMinutes of allLeadTimes(location)) {
      const leadMs = leadTimeMinutes * MINUTE_MS;
      const steps = Math.max(0, Math.ceil((nowMs + leadMs - opensMs) / stepMs));
      const next = opensMs + steps * stepMs;
      if (next <= closesMs) until = Math.min(until, next - leadMs + 1);
    }
  }
  return until;
}
