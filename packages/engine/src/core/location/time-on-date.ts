/** What a time of the clock means on a service date (D5): people say `01:00` of a night that began the evening before. */
import { addDays, instantOf, instantsOf, type LocalDate } from '../local-date.ts';
import { isLocalDate } from '../instant.ts';
import type { LocationPlan } from './location.ts';
import { serviceDayOf } from './service-day.ts';

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The instant, in milliseconds since 1970, at which the location's clock shows a time on a service date; null for a text that is not `HH:MM`, or an
 * invalid date.
 *
 * A time before the first opening that the night reaches lies on the calendar date after: `01:00` of a Friday on which it is open from 18:00 to 02:00
 * is Saturday's. A time that the clock skips is moved on by the length of the gap.
 *
 * @param bound of a time that the clock shows twice in the night in which it is set back: as the beginning of a stretch the first, as its end the second
 */
export function timeOnServiceDate(
  location: LocationPlan,
  date: LocalDate,
  clock: string,
  bound: 'begin' | 'end' = 'begin',
): number | null {
  const [, hours, minutes] = CLOCK.exec(clock) ?? [];
  if (hours === undefined || !isLocalDate(date)) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  const { periods } = serviceDayOf(location, date);
  const [opensMs, closesMs] = [periods[0]?.opensMs ?? -Infinity, periods.at(-1)?.closesMs ?? -Infinity];
  const own = showing(location.timeZone, date, minute, bound);
  const next = showing(location.timeZone, addDays(date, 1), minute, bound);
  return own < opensMs && next <= closesMs ? next : own;
}

function showing(timeZone: string, date: LocalDate, minute: number, bound: 'begin' | 'end'): number {
  const shown = instantsOf(timeZone, date, minute);
  return (bound === 'end' ? shown.at(-1) : shown[0]) ?? instantOf(timeZone, date, minute);
}
