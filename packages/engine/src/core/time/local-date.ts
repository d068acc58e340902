/**
 * The only place that reckons with time zones; how days and times are written in a language is for `local-text.ts`. A local date is text, `2026-12-01`; a time of day is minutes after
 * local midnight. Everything else in the core reckons in instants.
 */
import { Temporal } from 'temporal-polyfill';
import { BoundedMap } from '../bounded-map.ts';
import { dateOfDayNumber, dayNumberOf } from './calendar-date.ts';
import type { Interval } from './interval.ts';

/** A calendar date, `YYYY-MM-DD`. Sorts as text. */
export type LocalDate = string;

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const LOCAL_DATE = /^\d{4}-\d\d-\d\d$/;

/** The text is a date of the calendar: `2026-02-30` is not. */
export function isLocalDate(text: string): boolean {
  if (knownDates.get(text)) return true;
  if (!LOCAL_DATE.test(text)) return false;
  try {
    Temporal.PlainDate.from(text);
  } catch {
    return false;
  }
  knownDates.set(text, true);
  return true;
}

/** Every request names a date, and nearly all name the same few hundred. */
const knownDates = new BoundedMap<LocalDate, true>(10_000);

/** The name is a time zone of the IANA database; fixed offsets such as `+01:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

/** `days` after `date`; before it when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  const reckoned = isLocalDate(date) ? dateOfDayNumber(dayNumberOf(date) + days) : null;
  return reckoned ?? Temporal.PlainDate.from(date).add({ days }).toString();
}

/** How many days `to` lies after `from`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  if (isLocalDate(from) && isLocalDate(to)) return dayNumberOf(to) - dayNumberOf(from);
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: LocalDate): Weekday {
  return Temporal.PlainDate.from(date).dayOfWeek as Weekday;
}

/** The local date at an instant. */
export function localDateAt(timeZone: string, ms: number): LocalDate {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Minutes after local midnight at an instant, by the clock on the wall. */
export function minuteOfDayAt(timeZone: string, ms: number): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  return hour * 60 + minute;
}

/**
 * The instant at which the clock on the wall shows `minuteOfDay` on `date`; 1,440 and more are the next day's.
 * A time that the clock skips is moved on by the length of the gap; of a time that it shows twice the first is meant.
 */
export function instantOf(timeZone: string, date: LocalDate, minuteOfDay: number): number {
  const days = Math.floor(minuteOfDay / 1440);
  return Temporal.PlainDate.from(addDays(date, days))
    .toPlainDateTime({ hour: Math.floor(minuteOfDay / 60) - days * 24, minute: minuteOfDay % 60 })
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** All instants at which the clock on the wall shows `minuteOfDay`, 0–1439, on `date`, in order: one, none where it skips it, or two. */
export function instantsOf(timeZone: string, date: LocalDate, minuteOfDay: number): readonly number[] {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime({
    hour: Math.floor(minuteOfDay / 60),
    minute: minuteOfDay % 60,
  });
  const first = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const last = wall.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (first.epochMilliseconds === last.epochMilliseconds) return [first.epochMilliseconds];
  return first.toPlainDateTime().equals(wall) ? [first.epochMilliseconds, last.epochMilliseconds] : [];
}

/** The whole of a local date, midnight to midnight: 23 or 25 hours where a clock changes, empty where the date is skipped. */
export function dayInterval(timeZone: string, date: LocalDate): Interval {
  return { startMs: startOfDay(timeZone, date), endMs: startOfDay(timeZone, addDays(date, 1)) };
}

/** The local dates that an interval touches, in order. */
export function datesTouched(timeZone: string, interval: Interval): LocalDate[] {
  const first = localDateAt(timeZone, interval.startMs);
  const last = localDateAt(timeZone, Math.max(interval.startMs, interval.endMs - 1));
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i));
}

function startOfDay(timeZone: string, date: LocalDate): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).startOfDay().epochMilliseconds;
}
