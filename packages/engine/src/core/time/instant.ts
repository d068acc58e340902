import { Temporal } from 'temporal-polyfill';
import { dateOfDayNumber } from './calendar-date.ts';
import { DAY_MS, SECOND_MS } from './interval.ts';

const RFC_3339 = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Reads an RFC 3339 date-time with any offset (D6).
 *
 * @returns milliseconds since the epoch, or null when the text is no such date-time: no offset, no such day
 * (`2026-02-30`), anything else.
 */
export function parseInstant(text: string): number | null {
  if (!RFC_3339.test(text)) return null;
  try {
    return Temporal.Instant.from(text.toUpperCase()).epochMilliseconds;
  } catch {
    return null;
  }
}

/** Writes an instant as RFC 3339 UTC, whole seconds: `2026-12-01T18:00:00Z` (D6). */
export function formatInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const seconds = Math.floor((ms - day * DAY_MS) / SECOND_MS);
  return `${dayPrefix(day)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
}

/** Writes an instant as RFC 3339 UTC with milliseconds, as `createdAt` has it (D6). */
export function formatInstantMs(ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms).toString({ fractionalSecondDigits: 3 });
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

function dayPrefix(day: number): string {
  return (
    dateOfDayNumber(day) ??
    Temporal.Instant.fromEpochMilliseconds(day * DAY_MS)
      .toString()
      .split('T')[0]!
  );
}
