import {
  addDays,
  currentServiceDate,
  instantsOf,
  isLocalDate,
  type LocalDate,
  localDateAt,
  type LocationPlan,
  MINUTE_MS,
  minuteOfDayAt,
  parseInstant,
} from '@bord/engine';
import { Failure } from '../failure.ts';

const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)$/;

/** The text is an RFC 3339 date-time, or a local one: `2026-12-01T19:30` or `2026-12-01 19:30`. */
export function isVisitTime(text: string): boolean {
  const [, date, hours, minutes] = LOCAL.exec(text) ?? [];
  if (date === undefined) return parseInstant(text) !== null;
  return isLocalDate(date) && Number(hours) < 24 && Number(minutes) < 60;
}

/**
 * The instant that the text means: a local date-time is read by the clock of the location.
 *
 * Throws where that clock skips the time, and where it shows the time twice: then only an offset can tell.
 */
export function visitTimeMs(text: string, timeZone: string): number {
  const [, date, hours, minutes] = LOCAL.exec(text) ?? [];
  if (date === undefined) return parseInstant(text)!;
  const [first, second] = instantsOf(timeZone, date, Number(hours) * 60 + Number(minutes));
  if (first === undefined) throw new Failure(`the clock in ${timeZone} skips ${text}`);
  if (second !== undefined)
    throw new Failure(
      `the clock in ${timeZone} shows ${text} twice: add the offset, as in ${date}T${hours}:${minutes}:00+01:00`,
    );
  return first;
}

/** Days from the service date that is running. */
const DAY_WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 };

/** The text is a date, or a word for one: `2026-12-01`, `today`, `tonight`, `tomorrow`, `yesterday`, in any case. */
export function isVisitDate(text: string): boolean {
  return isLocalDate(text) || Object.hasOwn(DAY_WORDS, text.toLowerCase());
}

/** The service date that the text means at a location: today is the one that is running, also after midnight while the house is open. */
export function visitDateOf(text: string, location: LocationPlan, nowMs: number): LocalDate {
  const days = DAY_WORDS[text.toLowerCase()];
  return days === undefined ? text : addDays(currentServiceDate(location, nowMs), days);
}

/** `2026-12-01T19:30`: what the clock of the location shows. */
function wallTime(ms: number, timeZone: string): string {
  const minute = minuteOfDayAt(timeZone, ms);
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${localDateAt(timeZone, ms)}T${hours}:${minutes}`;
}

/**
 * From now on for a time, as local date-times in whole minutes. Whoever reads a time that the clock shows twice takes the first of the two,
 * so a stretch that would end at the second ends when that hour is over.
 */
export function wallStretch(nowMs: number, lengthMs: number, timeZone: string): { from: string; to: string } {
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const endMs = startMs + Math.ceil(lengthMs / MINUTE_MS) * MINUTE_MS;
  const readsEarlier = (ms: number): boolean =>
    instantsOf(timeZone, localDateAt(timeZone, ms), minuteOfDayAt(timeZone, ms))[0]! < ms;
  let toMs = endMs;
  while (readsEarlier(toMs)) toMs += MINUTE_MS;
  return { from: wallTime(startMs, timeZone), to: wallTime(toMs, timeZone) };
}
