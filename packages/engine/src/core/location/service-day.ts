import { contains, type Interval, MINUTE_MS, span, startOfMinute, isLocalDate } from '../instant.ts';
import {
  addDays,
  datesTouched,
  dayInterval,
  instantOf,
  instantOfWall,
  type LocalDate,
  localDateAt,
  weekdayOf,
} from '../local-date.ts';
import type { Closure, LocationPlan, ServicePeriod } from './location.ts';

/** A service period on one service date, in instants. */
export interface OpenPeriod {
  readonly period: ServicePeriod;
  readonly opensMs: number;
  readonly closesMs: number;
  /** The last instant at which a party can start, included; null: it must finish by `closesMs`. */
  readonly lastSeatingMs: number | null;
}

/** A service date, opened. Bookings after midnight belong to the date on which the night began (D5). */
export interface ServiceDay {
  readonly date: LocalDate;
  /** In order of opening; empty on a closed day. They never overlap. */
  readonly periods: readonly OpenPeriod[];
  /** From the first opening until the last table can be free again; at least the whole calendar date. */
  readonly interval: Interval;
  /** The range that is read to decide about the date, within which bookings can change tables (D9): `interval`, or more if bookings outlast it. */
  readonly read: Interval;
  /** The calendar dates that `read` touches, which a step locks. Two bookings that share an instant share one of them. */
  readonly dates: readonly LocalDate[];
  /** Intervals in which no booking can start. */
  readonly closed: readonly Interval[];
}

/** Opens a service date of a location. Pure, some 50 µs: callers keep the result with the location's revision. */
export function serviceDayOf(location: LocationPlan, date: LocalDate): ServiceDay {
  const whole = dayInterval(location.timeZone, date);
  const skipped = whole.startMs === whole.endMs;
  const periods = skipped || isClosedDate(location.closures, date) ? [] : openPeriods(location, date);
  const interval = periods
    .map((open) => ({ startMs: open.opensMs, endMs: lastFreeMs(location, open) }))
    .reduce(span, whole);
  return {
    date,
    periods,
    interval,
    read: interval,
    dates: skipped ? [date] : datesTouched(location.timeZone, interval),
    closed: closedHours(location, date),
  };
}

/** The day with all of `read` read; the same object if it was. */
export function readUpTo(timeZone: string, day: ServiceDay, read: Interval): ServiceDay {
  if (contains(day.read, read)) return day;
  const whole = span(day.read, read);
  const dates = [...new Set([...day.dates, ...datesTouched(timeZone, whole)])].toSorted();
  return { ...day, read: whole, dates };
}

/** The latest time at which the last party of a period leaves its table. */
function lastFreeMs(location: LocationPlan, { period, closesMs, lastSeatingMs }: OpenPeriod): number {
  const longestTurn = Math.max(
    ...(period.turnTimes ?? location.turnTimes).map(({ turnMinutes }) => turnMinutes),
  );
  const finishedMs =
    lastSeatingMs === null ? closesMs : Math.max(closesMs, lastSeatingMs + longestTurn * MINUTE_MS);
  return finishedMs + location.bufferMinutes * MINUTE_MS;
}

/** The service date of a booking that starts at this instant: the one with an open period, else the calendar date. */
export function serviceDayAt(
  location: LocationPlan,
  startMs: number,
  open: (date: LocalDate) => ServiceDay,
): ServiceDay {
  const today = open(localDateAt(location.timeZone, startMs));
  // Two days before if a clock change skipped a date in between; the next day if a date begins twice.
  for (const days of [0, -1, -2, 1]) {
    const day = days === 0 ? today : open(addDays(today.date, days));
    if (periodAt(day, startMs)) return day;
  }
  return today;
}

/**
 * The current service date: the previous date while its last party can still be seated and today has not opened, otherwise the calendar date. A
 * restaurant that closes at 02:00 has the same service date until then.
 */
export function currentServiceDate(location: LocationPlan, nowMs: number): LocalDate {
  const today = localDateAt(location.timeZone, nowMs);
  const before = serviceDayOf(location, addDays(today, -1));
  const opensMs = serviceDayOf(location, today).periods[0]?.opensMs ?? Infinity;
  return nowMs < before.interval.endMs && nowMs < opensMs ? before.date : today;
}

/**
 * The last service of the current service date, from its opening until its last party leaves, reduced to the remaining time, in whole minutes.
 * Null if there is none that day, or it is over.
 */
export function lastServiceOf(location: LocationPlan, nowMs: number): Interval | null {
  const open = serviceDayOf(location, currentServiceDate(location, nowMs)).periods.at(-1);
  if (!open) return null;
  const startMs = Math.max(open.opensMs, startOfMinute(nowMs));
  const endMs = lastFreeMs(location, open);
  return startMs < endMs ? { startMs, endMs } : null;
}

/** The period of the day in which a booking can start at this instant; null if no period is open. */
export function periodAt(day: ServiceDay, startMs: number): OpenPeriod | null {
  for (const open of day.periods)
    if (open.opensMs <= startMs && (startMs < open.closesMs || startMs === open.lastSeatingMs)) return open;
  return null;
}

/** A clock change can push a closing past the next opening: the later period then applies. */
function openPeriods(location: LocationPlan, date: LocalDate): OpenPeriod[] {
  const own = plannedPeriods(location, date);
  // Two days ahead, for a clock change that skips a date.
  const all = [...own, ...[1, 2].flatMap((days) => plannedPeriods(location, addDays(date, days)))];
  return own
    .map((open, i) => endedBy(open, Math.min(...all.slice(i + 1).map(({ opensMs }) => opensMs))))
    .filter(({ opensMs, closesMs }) => opensMs < closesMs);
}

/** In the order of the plan, without periods that a clock change closes before they open. */
function plannedPeriods(location: LocationPlan, date: LocalDate): OpenPeriod[] {
  const { startMs, endMs } = dayInterval(location.timeZone, date);
  if (startMs === endMs || isClosedDate(location.closures, date)) return [];
  return periodsOn(location, date)
    .toSorted((a, b) => a.opensMinute - b.opensMinute)
    .map((period) => openPeriod(location.timeZone, date, period))
    .filter(({ opensMs, closesMs }) => opensMs < closesMs);
}

function openPeriod(timeZone: string, date: LocalDate, period: ServicePeriod): OpenPeriod {
  const closesMs = instantOf(timeZone, date, period.closesMinute);
  return {
    period,
    opensMs: instantOf(timeZone, date, period.opensMinute),
    closesMs,
    lastSeatingMs:
      period.lastSeatingMinute === null
        ? null
        : Math.min(instantOf(timeZone, date, period.lastSeatingMinute), closesMs),
  };
}

/** The period, cut at the opening of the next one: an instant belongs to one period, so its last seating is before that. */
function endedBy(open: OpenPeriod, nextOpensMs: number): OpenPeriod {
  return {
    ...open,
    closesMs: Math.min(open.closesMs, nextOpensMs),
    lastSeatingMs: open.lastSeatingMs === null ? null : Math.min(open.lastSeatingMs, nextOpensMs - 1),
  };
}

/** The periods of a date: those that name it, or else those of its weekday. */
function periodsOn(location: LocationPlan, date: LocalDate): ServicePeriod[] {
  const named = location.servicePeriods.filter((period) => period.dates.includes(date));
  if (named.length > 0) return named;
  const weekday = weekdayOf(date);
  return location.servicePeriods.filter((period) => period.weekdays.includes(weekday));
}

function isClosedDate(closures: readonly Closure[], date: LocalDate): boolean {
  return closures.some(({ from, to }) => isLocalDate(from) && from <= date && date <= to);
}

/** The closures of hours that touch the date, as instants. */
export function closedHours(
  location: LocationPlan,
  date: LocalDate,
): (Interval & Pick<Closure, 'id' | 'reason'>)[] {
  return location.closures
    .filter(
      ({ from, to }) =>
        !isLocalDate(from) && from.slice(0, 10) <= addDays(date, 1) && date <= to.slice(0, 10),
    )
    .map(({ id, reason, from, to }) => ({
      id,
      reason,
      startMs: instantOfWall(location.timeZone, from),
      endMs: instantOfWall(location.timeZone, to),
    }));
}
