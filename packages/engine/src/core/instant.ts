import { anyDateOfDayNumber, dayNumberOf } from './calendar-date.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './interval.ts';
import { isLocalDate } from './local-date.ts';

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Reads an RFC 3339 date-time with any offset (D6). A leap second is the one before it.
 *
 * @returns milliseconds since the epoch, or null when the text is no such date-time: no offset, no such day
 * (`2026-02-30`), anything else.
 */
export function parseInstant(text: string): number | null {
  const [, date, hour, minute, second, fraction = '', sign, offsetHours, offsetMinutes] =
    RFC_3339.exec(text) ?? [];
  if (date === undefined || !isLocalDate(date)) return null;
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Math.min(Number(second), 59);
  const offset =
    sign === undefined ? 0 : Number(`${sign}1`) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  return dayNumberOf(date) * DAY_MS + seconds * SECOND_MS + ms - offset * MINUTE_MS;
}

/** Writes an instant as RFC 3339 UTC, whole seconds: `2026-12-01T18:00:00Z` (D6). */
export function formatInstant(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const seconds = Math.floor((ms - day * DAY_MS) / SECOND_MS);
  return `${anyDateOfDayNumber(day)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
}

/** Writes an instant as RFC 3339 UTC with milliseconds, as `createdAt` has it (D6). */
export function formatInstantMs(ms: number): string {
  const part = `${ms - Math.floor(ms / SECOND_MS) * SECOND_MS}`.padStart(3, '0');
  return formatInstant(ms).replace('Z', `.${part}Z`);
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);
