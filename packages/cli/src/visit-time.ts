import { isLocalDate, localDateAt, minuteOfDayAt, parseInstant } from '@bord/engine';
import { Failure } from './failure.ts';

const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)$/;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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
  const minute = Number(hours) * 60 + Number(minutes);
  const asUtcMs = Date.parse(`${date}T00:00Z`) + minute * MINUTE_MS;
  // The offsets that hold a day before and a day after: between them lies at most one change of the clock.
  const candidates = [asUtcMs - DAY_MS, asUtcMs + DAY_MS].map((near) => asUtcMs - offsetMs(near, timeZone));
  const [first, second] = [...new Set(candidates)].filter(
    (ms) => localDateAt(timeZone, ms) === date && minuteOfDayAt(timeZone, ms) === minute,
  );
  if (first === undefined) throw new Failure(`the clock in ${timeZone} skips ${text}`);
  if (second !== undefined)
    throw new Failure(
      `the clock in ${timeZone} shows ${text} twice: add the offset, as in ${date}T${hours}:${minutes}:00+01:00`,
    );
  return first;
}

function offsetMs(ms: number, timeZone: string): number {
  const wallMs = Date.parse(`${localDateAt(timeZone, ms)}T00:00Z`) + minuteOfDayAt(timeZone, ms) * MINUTE_MS;
  return wallMs - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
