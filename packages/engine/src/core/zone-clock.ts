/** The wall clock of a time zone, by `Intl`, as if it were UTC: milliseconds since 1970-01-01 without zones. */
import { dayNumberOf } from './calendar-date.ts';
import { DAY_MS, SECOND_MS } from './interval.ts';

/** So much the wall is ahead of UTC at an instant, in ms; behind it when negative. */
export function offsetAt(timeZone: string, ms: number): number {
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
export function instantsShowing(timeZone: string, wallMs: number): readonly number[] {
  const [before, after] = offsetsAround(timeZone, wallMs);
  const candidates = before === after ? [wallMs - before] : [wallMs - before, wallMs - after];
  return candidates.filter((ms) => ms + offsetAt(timeZone, ms) === wallMs).toSorted((a, b) => a - b);
}

/** Of what the clock skips: the instant that it would be had the clock not been touched. */
export function instantInGap(timeZone: string, wallMs: number): number {
  return wallMs - offsetsAround(timeZone, wallMs)[0];
}

/** The first instant at which the wall shows this or anything later. */
export function instantReaching(timeZone: string, wallMs: number): number {
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
export function assertZone(timeZone: string): void {
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
  if (!shown) throw new RangeError('the clock of this zone cannot be read');
  const [, month, day, year, ...time] = shown;
  const [hour, minute, second] = time.map(Number);
  const wallSeconds = (hour! * 60 + minute!) * 60 + second!;
  return dayNumberOf(`${year}-${month}-${day}`) * DAY_MS + (wallSeconds - seconds) * SECOND_MS;
}

/** `12/01/2026, 18:30:05` */
const SHOWN = /^(\d\d)\/(\d\d)\/(\d{4}), (\d\d):(\d\d):(\d\d)$/;
