/**
 * The only place that reckons with time zones; how days and times are written in a language is for `local-text.ts`. A local date is text, `2026-12-01`; a time of day is minutes after
 * local midnight. Everything else in the core reckons in instants.
 */
import { BoundedMap } from './bounded-map.ts';
import { anyDateOfDayNumber, dateOfDayNumber, dayNumberOf } from './calendar-date.ts';
import { DAY_MS, type Interval, MINUTE_MS } from './interval.ts';
import { assertZone, instantInGap, instantReaching, instantsShowing, offsetAt } from './zone-clock.ts';

/** A calendar date, `YYYY-MM-DD`. Sorts as text. */
export type LocalDate = string;

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;

/** The text is a date of the calendar: `2026-02-30` is not. */
export function isLocalDate(text: string): boolean {
  if (knownDates.get(text)) return true;
  if (!LOCAL_DATE.test(text) || dateOfDayNumber(dayNumberOf(text)) !== text) return false;
  knownDates.set(text, true);
  return true;
}

/** Every request names a date, and nearly all name the same few hundred. */
const knownDates = new BoundedMap<LocalDate, true>(10_000);

/** The name is a time zone of the IANA database; fixed offsets such as `+01:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || ICU_NAME.test(name)) return false;
  try {
    assertZone(name);
    return true;
  } catch {
    return false;
  }
}

/** Names that ICU has of its own; elsewhere nobody knows them. */
const ICU_NAME = /^(?:AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/** `days` after `date`; before it when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return anyDateOfDayNumber(dayOf(date) + days);
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayOf(to) - dayOf(from);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: LocalDate): Weekday {
  return (modulo(dayOf(date) + 3, 7) + 1) as Weekday; // 1970-01-01 was a Thursday
}

/** The local date at an instant. */
export function localDateAt(timeZone: string, ms: number): LocalDate {
  return anyDateOfDayNumber(Math.floor((ms + offsetAt(timeZone, ms)) / DAY_MS));
}

/** Minutes after local midnight at an instant, by the clock on the wall. */
export function minuteOfDayAt(timeZone: string, ms: number): number {
  return Math.floor(modulo(ms + offsetAt(timeZone, ms), DAY_MS) / MINUTE_MS);
}

/**
 * The instant at which the clock on the wall shows `minuteOfDay` on `date`; 1,440 and more are the next day's.
 * A time that the clock skips is moved on by the length of the gap; of a time that it shows twice the first is meant.
 */
export function instantOf(timeZone: string, date: LocalDate, minuteOfDay: number): number {
  const wallMs = dayOf(date) * DAY_MS + minuteOfDay * MINUTE_MS;
  return instantsShowing(timeZone, wallMs)[0] ?? instantInGap(timeZone, wallMs);
}

/** All instants at which the clock on the wall shows `minuteOfDay`, 0–1439, on `date`, in order: one, none where it skips it, or two. */
export function instantsOf(timeZone: string, date: LocalDate, minuteOfDay: number): readonly number[] {
  return instantsShowing(timeZone, dayOf(date) * DAY_MS + minuteOfDay * MINUTE_MS);
}

/** The whole of a local date, midnight to midnight: 23 or 25 hours where a clock changes, empty where the date is skipped. */
export function dayInterval(timeZone: string, date: LocalDate): Interval {
  const midnightMs = dayOf(date) * DAY_MS;
  return {
    startMs: instantReaching(timeZone, midnightMs),
    endMs: instantReaching(timeZone, midnightMs + DAY_MS),
  };
}

/** The local dates that an interval touches, in order. */
export function datesTouched(timeZone: string, interval: Interval): LocalDate[] {
  const first = localDateAt(timeZone, interval.startMs);
  const last = localDateAt(timeZone, Math.max(interval.startMs, interval.endMs - 1));
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i));
}

/** Days since 1970-01-01. Throws a `RangeError` for what is no date. */
function dayOf(date: LocalDate): number {
  if (isLocalDate(date)) return dayNumberOf(date);
  const day = FAR_DATE.test(date) ? dayNumberOf(date) : Number.NaN;
  if (Number.isNaN(day) || anyDateOfDayNumber(day) !== date) throw new RangeError(`${date} is no date`);
  return day;
}

/** In years of other than four digits, into which a zone or a few days may lead. */
const FAR_DATE = /^[+-]\d{6}-\d\d-\d\d$/;

function modulo(n: number, divisor: number): number {
  return n - Math.floor(n / divisor) * divisor;
}
