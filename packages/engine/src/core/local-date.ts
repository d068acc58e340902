/**
 * The only code that computes with time zones; `local-text.ts` formats dates and times. A local date is text, `2026-12-01`; a time of day is
 * minutes after local midnight. All other code of the core computes with instants.
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

/** Whether the name is a time zone of the IANA database; fixed offsets such as `+01:00` are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || ICU_NAME.test(name)) return false;
  try {
    assertZone(name);
    return true;
  } catch {
    return false;
  }
}

/** Names that only ICU has. */
const ICU_NAME = /^(?:AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/** `days` after `date`; before it if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDayNumber(dayOf(date) + days);
}

/** The number of days from `from` to `to`. */
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

/** Minutes after local midnight at an instant, in local time. */
export function minuteOfDayAt(timeZone: string, ms: number): number {
  return Math.floor(modulo(ms + offsetAt(timeZone, ms), DAY_MS) / MINUTE_MS);
}

/** Minutes after midnight as `HH:MM`; 24:00 and more are on the next day. */
export function clockTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
}

/** The instant of a local date and clock, `2026-12-24T18:00`. */
export function instantOfWall(timeZone: string, text: string): number {
  return instantOf(timeZone, text.slice(0, 10), Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)));
}

/** The date and the clock at an instant: `2026-12-24T18:00`. */
export function wallTimeAt(timeZone: string, ms: number): string {
  return `${localDateAt(timeZone, ms)}T${clockTime(minuteOfDayAt(timeZone, ms))}`;
}

/**
 * The instant of a local time on `date`; 1,440 and more are on the next day. A skipped time is moved forward by the length of the gap; of a
 * repeated time the first is returned.
 */
export function instantOf(timeZone: string, date: LocalDate, minuteOfDay: number): number {
  const wallMs = dayOf(date) * DAY_MS + minuteOfDay * MINUTE_MS;
  return instantsShowing(timeZone, wallMs)[0] ?? instantInGap(timeZone, wallMs);
}

/** All instants of the local time `minuteOfDay`, 0–1439, on `date`, in order: one, none if it is skipped, two if it is repeated. */
export function instantsOf(timeZone: string, date: LocalDate, minuteOfDay: number): readonly number[] {
  return instantsShowing(timeZone, dayOf(date) * DAY_MS + minuteOfDay * MINUTE_MS);
}

/** A whole local date, midnight to midnight: 23 or 25 hours on a clock change, empty for a skipped date. */
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

/** Days since 1970-01-01. Throws a `RangeError` for an invalid date. */
function dayOf(date: LocalDate): number {
  if (isLocalDate(date)) return dayNumberOf(date);
  const day = FAR_DATE.test(date) ? dayNumberOf(date) : Number.NaN;
  if (Number.isNaN(day) || dateOfDayNumber(day) !== date)
    throw new RangeError(`${date} must be a date as YYYY-MM-DD`);
  return day;
}

/** Dates in years without four digits, which a zone or a few days can reach. */
const FAR_DATE = /^[+-]\d{6}-\d\d-\d\d$/;

function modulo(n: number, divisor: number): number {
  return n - Math.floor(n / divisor) * divisor;
}

/** The offset from UTC at an instant, in ms; negative west of it. */
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

/** The instants of a local time, in order: one, none if it is skipped, two if it is repeated. */
function instantsShowing(timeZone: string, wallMs: number): readonly number[] {
  const [before, after] = offsetsAround(timeZone, wallMs);
  const candidates = before === after ? [wallMs - before] : [wallMs - before, wallMs - after];
  return candidates.filter((ms) => ms + offsetAt(timeZone, ms) === wallMs).toSorted((a, b) => a - b);
}

/** The instant of a skipped local time, as if the clock had not changed. */
function instantInGap(timeZone: string, wallMs: number): number {
  return wallMs - offsetsAround(timeZone, wallMs)[0];
}

/** The first instant whose local time is this one or later. */
function instantReaching(timeZone: string, wallMs: number): number {
  const [shown] = instantsShowing(timeZone, wallMs);
  if (shown !== undefined) return shown;
  const [before, after] = offsetsAround(timeZone, wallMs);
  let [early, late] = [wallMs - after, wallMs - before]; // the clock changes between these two
  while (late - early > SECOND_MS) {
    const middle = early + Math.ceil((late - early) / 2 / SECOND_MS) * SECOND_MS;
    if (middle + offsetAt(timeZone, middle) >= wallMs) late = middle;
    else early = middle;
  }
  return late;
}

/** The offsets a day before and a day after: if they are equal, the clock does not change in between. */
function offsetsAround(timeZone: string, wallMs: number): readonly [before: number, after: number] {
  return [offsetAt(timeZone, wallMs - DAY_MS), offsetAt(timeZone, wallMs + DAY_MS)];
}

/** Throws a `RangeError` for an unknown zone. */
function assertZone(timeZone: string): void {
  clockOf(timeZone);
}

interface Clock {
  readonly format: Intl.DateTimeFormat;
  /** The offset of a UTC day without a clock change; null for a day with one. */
  readonly known: Map<number, number | null>;
}

/** Remembered days of a zone; a batch needs some ninety. */
const DAYS_MAX = 1000;

const clocks = new Map<string, Clock>();

/** The number of zones and names is limited, so the map needs no bound. */
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

/** Before time zones existed each place had a constant local time. Years without four digits are formatted differently. */
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
