/** Times as assistants read and write them: the calendar date, weekday and clock at the restaurant. */
import {
  addDays,
  isLocalDate,
  type LocalDate,
  localDateAt,
  type Location,
  MINUTE_MS,
  weekdayOf,
} from '@bord/engine';
import { clockTime, dayInterval, instantsOf, minuteOfDayAt } from '@bord/engine/adapters';
import { Rejection } from './rejection.ts';

export interface LocalTime {
  /** The calendar date of the start, `YYYY-MM-DD`: after midnight it is the day after the service date. */
  readonly date: LocalDate;
  /** In English. */
  readonly weekday: string;
  /** `HH:MM` */
  readonly time: string;
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function weekdayName(date: LocalDate): string {
  return WEEKDAYS[weekdayOf(date) - 1]!;
}

export function localTimeOf({ timeZone }: Pick<Location, 'timeZone'>, startMs: number): LocalTime {
  const date = localDateAt(timeZone, startMs);
  return { date, weekday: weekdayName(date), time: clockTime(minuteOfDayAt(timeZone, startMs)) };
}

/** `19:30` to 1170. The texts have been checked by the tool's schema. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** Throws `invalid` for a date that the calendar does not have. */
export function assertCalendarDate(date: string): void {
  if (!isLocalDate(date)) throw new Rejection('invalid', {}, `There is no date ${date}.`);
}

/** The instant of a local date and time. A time that the clock skips counts from midnight. */
export function instantAt({ timeZone }: Pick<Location, 'timeZone'>, date: LocalDate, time: string): number {
  const minute = minutesOf(time);
  const [first] = instantsOf(timeZone, date, minute);
  return first ?? dayInterval(timeZone, date).startMs + minute * MINUTE_MS;
}

/** Starts before this belong to the service date of the day before. */
const SMALL_HOURS = 6 * 60;

/** The service dates that can have a start at this local time, the likeliest first. */
export function serviceDatesAt(date: LocalDate, time: string): readonly LocalDate[] {
  return minutesOf(time) < SMALL_HOURS ? [addDays(date, -1), date] : [date];
}

/** Throws `expect_differs` and names each difference, unless the caller expects exactly this. */
export function assertExpected(
  location: Pick<Location, 'timeZone'>,
  { startMs, partySize }: { readonly startMs: number; readonly partySize: number },
  expect: LocalTime & { readonly party_size: number },
): void {
  const actual = { ...localTimeOf(location, startMs), party_size: partySize };
  const differences = (['date', 'weekday', 'time', 'party_size'] as const)
    .filter((field) => expect[field] !== actual[field])
    .map((field) => ({ field, expected: expect[field], actual: actual[field] }));
  if (differences.length > 0) throw new Rejection('expect_differs', { differences });
}
