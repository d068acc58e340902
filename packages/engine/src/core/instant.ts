/** Instants, intervals and calendar days, without time zones. */
import { BoundedMap } from './bounded-map.ts';
import type { LocalDate } from './local-date.ts';

/** A stretch of time, without its end. Instants are milliseconds since 1970-01-01T00:00:00Z. */
export interface Interval {
  /** The first instant, in milliseconds since 1970. */
  readonly startMs: number;
  /** The first instant after it. */
  readonly endMs: number;
}

/** Milliseconds in a second. */
export const SECOND_MS = 1000;
/** Milliseconds in a minute. */
export const MINUTE_MS = 60 * SECOND_MS;
/** Milliseconds in an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds in 24 hours. A local day can have 23 or 25 hours: see {@link dayInterval}. */
export const DAY_MS = 24 * HOUR_MS;

export function startOfMinute(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/** Whether two intervals share an instant. An interval that ends when the other starts does not overlap it. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

export function contains(outer: Interval, inner: Interval): boolean {
  return outer.startMs <= inner.startMs && inner.endMs <= outer.endMs;
}

export function span(a: Interval, b: Interval): Interval {
  return { startMs: Math.min(a.startMs, b.startMs), endMs: Math.max(a.endMs, b.endMs) };
}

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/**
 * Reads an RFC 3339 date-time with any offset (D6). A leap second is read as the second before it.
 *
 * @returns milliseconds since the epoch, or null if the text is not a valid date-time: without an offset, an impossible day (`2026-02-30`), or any
 * other text.
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
  return `${dateOfDayNumber(day)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}Z`;
}

/** Writes an instant as RFC 3339 UTC with milliseconds, as in `createdAt` (D6). */
export function formatInstantMs(ms: number): string {
  const part = `${ms - Math.floor(ms / SECOND_MS) * SECOND_MS}`.padStart(3, '0');
  return formatInstant(ms).replace('Z', `.${part}Z`);
}

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** Days in 400 years; the calendar repeats after them. */
const ERA_DAYS = 146_097;
/** Days from 0000-03-01 to 1970-01-01. Years start in March here, so that the leap day is their last. */
const EPOCH_DAYS = 719_468;

/** Days from 1970-01-01 to the date; negative before it. The text is a date of the calendar, `YYYY-MM-DD` or `+YYYYYY-MM-DD`. */
export function dayNumberOf(date: LocalDate): number {
  const month = Number(date.slice(-5, -3));
  const year = Number(date.slice(0, -6)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const monthsFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsFromMarch + 2) / 5) + Number(date.slice(-2)) - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}

/** The date this many days after 1970-01-01, in any year: `+010000-01-01` for a year without four digits. */
export function dateOfDayNumber(dayNumber: number): LocalDate {
  const days = dayNumber + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const dayOfEra = days - era * ERA_DAYS;
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthsFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthsFromMarch < 10 ? monthsFromMarch + 3 : monthsFromMarch - 9;
  const day = dayOfYear - Math.floor((153 * monthsFromMarch + 2) / 5) + 1;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const isShort = year >= 0 && year <= 9999;
  const digits = `${Math.abs(year)}`.padStart(isShort ? 4 : 6, '0');
  return `${isShort ? '' : year < 0 ? '-' : '+'}${digits}-${two(month)}-${two(day)}`;
}

const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether the text is a date of the calendar: `2026-02-30` is not. */
export function isLocalDate(text: string): boolean {
  if (knownDates.get(text)) return true;
  if (!LOCAL_DATE.test(text) || dateOfDayNumber(dayNumberOf(text)) !== text) return false;
  knownDates.set(text, true);
  return true;
}

/** Nearly all requests name one of the same few hundred dates. */
const knownDates = new BoundedMap<LocalDate, true>(10_000);
