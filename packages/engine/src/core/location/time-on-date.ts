/** The instant of a local time on a service date (D5): `01:00` can mean the night after the date. */
import { addDays, instantOf, instantsOf, type LocalDate } from '../local-date.ts';
import { isLocalDate } from '../instant.ts';
import type { LocationPlan } from './location.ts';
import { serviceDayOf } from './service-day.ts';

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The instant of a local time on a service date, in milliseconds since 1970. Null unless the text is `HH:MM` and the date is valid.
 *
 * A time before the first opening, within the night, is on the next calendar date: `01:00` of a Friday with hours from 18:00 to 02:00 is
 * Saturday's. A skipped time is moved forward by the length of the gap.
 *
 * @param bound for a repeated time: `begin` is the first instant, `end` the second
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
