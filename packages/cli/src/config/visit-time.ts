import {
  addDays,
  currentServiceDate,
  isLocalDate,
  type LocalDate,
  localDateAt,
  type LocationPlan,
  MINUTE_MS,
  parseInstant,
} from '@bord/engine';
import { instantsOf, minuteOfDayAt, timeOnServiceDate, wallTimeAt } from '@bord/engine/adapters';
import { Failure } from '../output/failure.ts';

/** A time of day, with an optional date or day word; without one, of the running day. */
const LOCAL = /^(?:(\d{4}-\d\d-\d\d|today|tonight|tomorrow|yesterday)(?:T|\s+))?(\d{1,2})[:.](\d\d)$/i;

/** Whether the text is a time, as {@link visitTimeMs} reads it. */
export function isVisitTime(text: string): boolean {
  const [, day, hours, minutes] = LOCAL.exec(text) ?? [];
  if (hours === undefined) return isNow(text) || parseInstant(text) !== null;
  return (day === undefined || isVisitDate(day)) && Number(hours) < 24 && Number(minutes) < 60;
}

/**
 * The instant that the text means, by the clock of the location. Without a date it is a time of the service date that is running, also after
 * midnight where a service lasts that long: at nine in the evening, `00:30` is three hours and a half ahead.
 *
 * Throws where that clock skips the time, and where it shows the time twice: then only an offset can tell.
 */
export function visitTimeMs(text: string, location: LocationPlan, nowMs: number): number {
  if (isNow(text)) return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const [, day = 'today', hours, minutes] = LOCAL.exec(text) ?? [];
  if (hours === undefined) return parseInstant(text)!;
  const minute = Number(hours) * 60 + Number(minutes);
  const date = visitDateOf(day, location, nowMs);
  const isAfterMidnight = !isLocalDate(day) && isOfTheNightBefore(location, minute);
  const onDate = isAfterMidnight ? addDays(date, 1) : date;
  const { timeZone } = location;
  const [first, second] = instantsOf(timeZone, onDate, minute);
  if (first === undefined) throw new Failure(`the clock in ${timeZone} skips ${text}: use a later time`);
  if (second !== undefined) {
    const example = `${onDate}T${hours.padStart(2, '0')}:${minutes}:00+01:00`;
    throw new Failure(`the clock in ${timeZone} shows ${text} twice: add the offset, as in ${example}`);
  }
  return first;
}

/**
 * The instant that the text means, and its service date. A time without a date is one of the service date that `day` names, by default of the one that
 * is running.
 *
 * Throws as {@link visitTimeMs} does, and where the text has a date that is not `day`.
 *
 * @param bound which of two instants an ambiguous time without a date means: see {@link timeOnServiceDate}
 */
export function timeOnDate(
  text: string,
  day: string | undefined,
  location: LocationPlan,
  { nowMs, bound }: { readonly nowMs: number; readonly bound?: 'begin' | 'end' },
): { readonly date: LocalDate; readonly ms: number } {
  const wanted = day === undefined ? undefined : visitDateOf(day, location, nowMs);
  const [, ownDay, hours, minutes] = LOCAL.exec(text) ?? [];
  if (hours !== undefined && ownDay === undefined) {
    const date = wanted ?? currentServiceDate(location, nowMs);
    return { date, ms: timeOnServiceDate(location, date, `${hours.padStart(2, '0')}:${minutes}`, bound)! };
  }
  const ms = visitTimeMs(text, location, nowMs);
  const date = currentServiceDate(location, ms);
  if (wanted !== undefined && wanted !== date) {
    const next = 'leave out --date, or name the same date in both';
    throw new Failure(`${text} is on service date ${date}, not on ${wanted}: ${next}`);
  }
  return { date, ms };
}

/** The bound of a closure: a date, or a local date-time, taken as it is even where the clock skips it or shows it twice. */
export function wallBound(text: string, location: LocationPlan, nowMs: number): string {
  if (isVisitDate(text)) return visitDateOf(text, location, nowMs);
  const [, day, hours, minutes] = LOCAL.exec(text) ?? [];
  if (day === undefined) return wallTimeAt(location.timeZone, visitTimeMs(text, location, nowMs));
  return `${visitDateOf(day, location, nowMs)}T${hours!.padStart(2, '0')}:${minutes}`;
}

const isNow = (text: string): boolean => text.toLowerCase() === 'now';

/** True before the first opening, while a service period of the previous date may still run. */
function isOfTheNightBefore({ servicePeriods }: LocationPlan, minute: number): boolean {
  return (
    servicePeriods.every(({ opensMinute }) => minute < opensMinute) &&
    servicePeriods.some(({ closesMinute }) => minute + 1440 < closesMinute)
  );
}

/** Days from the service date that is running. */
const DAY_WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 };

/** The text is a date, or a word for one: `2026-12-01`, `today`, `tonight`, `tomorrow`, `yesterday`, in any case. */
export function isVisitDate(text: string): boolean {
  return isLocalDate(text) || Object.hasOwn(DAY_WORDS, text.toLowerCase());
}

/** The service date of the text; "today" is the running one, also after midnight until the location closes. */
export function visitDateOf(text: string, location: LocationPlan, nowMs: number): LocalDate {
  const days = DAY_WORDS[text.toLowerCase()];
  return days === undefined ? text : addDays(currentServiceDate(location, nowMs), days);
}

/** From now on for a time, in local whole minutes. A stretch that would end in the second of two equal hours ends after it. */
export function wallStretch(nowMs: number, lengthMs: number, timeZone: string): { from: string; to: string } {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const endMs = startMs + Math.ceil(lengthMs / MINUTE_MS) * MINUTE_MS;
  const readsEarlier = (ms: number): boolean =>
    instantsOf(timeZone, localDateAt(timeZone, ms), minuteOfDayAt(timeZone, ms))[0]! < ms;
  let toMs = endMs;
  while (readsEarlier(toMs)) toMs += MINUTE_MS;
  return { from: wallTimeAt(timeZone, startMs), to: wallTimeAt(timeZone, toMs) };
}
