/**
 * The only place that reckons with time zones; how days and times are written in a language is for `local-text.ts`. A local date is text, `2026-12-01`; a time of day is minutes after
 * local midnight. Everything else in the core reckons in instants.
 */
import {
  dateOfDayNumber,
  DAY_MS,
  dayNumberOf,
  type Interval,
  isLocalDate,
  MINUTE_MS,
  SECOND_MS,
} from './instant.ts';

/** A calendar date, `YYYY-MM-DD`. Sorts as text. */
export type LocalDate = string;

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

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
  return dateOfDayNumber(dayOf(date) + days);
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
  return dateOfDayNumber(Math.floor((ms + offsetAt(timeZone, ms)) / DAY_MS));
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

export function datesTouched(timeZone: string, interval: Interval): LocalDate[] {
  const first = localDateAt(timeZone, interval.startMs);
  const last = localDateAt(timeZone, Math.max(interval.startMs, interval.endMs - 1));
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i));
}

/** Days since 1970-01-01. Throws a `RangeError` for what is no date. */
function dayOf(date: LocalDate): number {
  if (isLocalDate(date)) return dayNumberOf(date);
  const day = FAR_DATE.test(date) ? dayNumberOf(date) : Number.NaN;
  if (Number.isNaN(day) || dateOfDayNumber(day) !== date)
    throw new RangeError(`${date} must be a date as YYYY-MM-DD`);
  return day;
}

/** In years of other than four digits, into which a zone or a few days may lead. */
const FAR_DATE = /^[+-]\d{6}-\d\d-\d\d$/;

function modulo(n: number, divisor: number): number {
  return n - Math.floor(n / divisor) * divisor;
}

/** So much the wall is ahead of UTC at an instant, in ms; behind it when negative. */
function offsetAt(timeZone: string, ms: number): number {
  if (timeZone === 'UTC') return 0;
  const { format, known } = clockOf(timeZone);
  const day = Math.floor(ms / DAY_MS);
  let offset = known.get(day);
  if (offset === undefined) {
    offset = uniformOffset(format, day);
    if (known.size >= DAYS_MAX) known.clear();
    known.set(day, offset);
  }
  return offset ?? readOffset(format, ms);
}

/** The instants at which the wall shows this, in order: one, none where the clock skips it, or two. */
function instantsShowing(timeZone: string, wallMs: number): readonly number[] {
  const [before, after] = offsetsAround(timeZone, wallMs);
  const candidates = before === after ? [wallMs - before] : [wallMs - before, wallMs - after];
  return candidates.filter((ms) => ms + offsetAt(timeZone, ms) === wallMs).toSorted((a, b) => a - b);
}

/** Of what the clock skips: the instant that it would be had the clock not been touched. */
function instantInGap(timeZone: string, wallMs: number): number {
  return wallMs - offsetsAround(timeZone, wallMs)[0];
}

/** The first instant at which the wall shows this or anything later. */
function instantReaching(timeZone: string, wallMs: number): number {
  const [shown] = instantsShowing(timeZone, wallMs);
  if (shown !== undefined) return shown;
  const [before, after] = offsetsAround(timeZone, wallMs);
  let [early, late] = [wallMs - after, wallMs - before]; // the clock changes after the one, by the other
  while (late - early > SECOND_MS) {
    const middle = early + Math.ceil((late - early) / 2 / SECOND_MS) * SECOND_MS;
    if (middle + offsetAt(timeZone, middle) >= wallMs) late = middle;
    else early = middle;
  }
  return late;
}

/** The offsets a day before and a day after: where they are the same, no clock changes in between. */
function offsetsAround(timeZone: string, wallMs: number): readonly [before: number, after: number] {
  return [offsetAt(timeZone, wallMs - DAY_MS), offsetAt(timeZone, wallMs + DAY_MS)];
}

/** Throws a `RangeError` for a zone that there is not. */
function assertZone(timeZone: string): void {
  clockOf(timeZone);
}

interface Clock {
  readonly format: Intl.DateTimeFormat;
  /** The offset of a day (UTC) on which no clock changes; null for one on which one does. */
  readonly known: Map<number, number | null>;
}

/** Of a zone so many days are remembered; a batch asks for some ninety. */
const DAYS_MAX = 1000;

const clocks = new Map<string, Clock>();

/** There are some hundred zones, each with a few names, so the map needs no bound. */
function clockOf(timeZone: string): Clock {
  const name = timeZone.toLowerCase();
  const known = clocks.get(name);
  if (known) return known;
  const clock = { format: new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone }), known: new Map() };
  clocks.set(name, clock);
  return clock;
}

const FIELDS = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

function uniformOffset(format: Intl.DateTimeFormat, day: number): number | null {
  const offset = readOffset(format, day * DAY_MS);
  return offset === readOffset(format, (day + 1) * DAY_MS) ? offset : null;
}

/** Before there were time zones every place had its own time, and kept it; years of other than four digits are not written as such. */
const [FIRST_MS, LAST_MS] = [dayNumberOf('1800-01-01') * DAY_MS, dayNumberOf('9999-12-31') * DAY_MS];

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const seconds = Math.floor(Math.min(Math.max(ms, FIRST_MS), LAST_MS) / SECOND_MS);
  const shown = SHOWN.exec(format.format(seconds * SECOND_MS));
  if (!shown) throw new RangeError('the clock of this zone cannot be read: use an IANA time zone');
  const [, month, day, year, ...time] = shown;
  const [hour, minute, second] = time.map(Number);
  const wallSeconds = (hour! * 60 + minute!) * 60 + second!;
  return dayNumberOf(`${year}-${month}-${day}`) * DAY_MS + (wallSeconds - seconds) * SECOND_MS;
}

/** `12/01/2026, 18:30:05` */
const SHOWN = /^(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d):(\d\d)$/;
