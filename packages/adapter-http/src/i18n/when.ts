/** Days and times as guests read them: always in the zone of the restaurant, never in that of the server. */
import { localDateAt, minuteOfDayAt } from '@bord/engine';
import type { WhenWords } from './words.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** `fredag 4 december`; with the year when that is not the year of `nowMs`. */
export function dayText(when: WhenWords, ms: number, timeZone: string, nowMs: number): string {
  const date = localDateAt(timeZone, ms);
  const [year, , day] = date.split('-').map(Number) as [number, number, number];
  const isThisYear = localDateAt(timeZone, nowMs).startsWith(date.slice(0, 4));
  const name = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(when.locale, { ...options, timeZone: 'UTC' }).format(Date.parse(date));
  return when.day(name({ weekday: 'long' }), day, name({ month: 'long' }), isThisYear ? null : year);
}

/** `kl. 19.30`; `kl. 02.30 sommartid` when the clock shows that time twice in this night. */
export function timeText(when: WhenWords, ms: number, timeZone: string): string {
  const minutes = minuteOfDayAt(timeZone, ms);
  const time = when.time(twoDigits(Math.floor(minutes / 60)), twoDigits(minutes % 60));
  const showing = showingOf(ms, timeZone);
  if (showing === 'only') return time;
  return `${time} ${showing === 'first' ? when.summerTime : when.winterTime}`;
}

/** `fredag 4 december kl. 19.30` */
export function momentText(when: WhenWords, ms: number, timeZone: string, nowMs: number): string {
  return when.moment(dayText(when, ms, timeZone, nowMs), timeText(when, ms, timeZone));
}

/** How many local dates `ms` lies after `nowMs`: 0 on the same date, 1 tomorrow; negative in the past. */
export function daysAhead(nowMs: number, ms: number, timeZone: string): number {
  const dayOf = (at: number): number => Date.parse(localDateAt(timeZone, at)) / DAY_MS;
  return dayOf(ms) - dayOf(nowMs);
}

/** The text with a capital at its beginning. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Whether the clock on the wall shows the time of this instant once in the night, or twice and this is the first or the second. */
function showingOf(ms: number, timeZone: string): 'only' | 'first' | 'second' {
  const offsetHere = offsetAt(ms, timeZone);
  // A change lies within a few hours of a time that it repeats.
  for (const offset of [offsetAt(ms - DAY_MS / 4, timeZone), offsetAt(ms + DAY_MS / 4, timeZone)]) {
    const other = ms + (offsetHere - offset);
    if (other !== ms && offsetAt(other, timeZone) === offset) return ms < other ? 'first' : 'second';
  }
  return 'only';
}

/** Milliseconds by which the clock on the wall is ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
  const wallMs = Date.parse(localDateAt(timeZone, ms)) + minuteOfDayAt(timeZone, ms) * MINUTE_MS;
  return wallMs - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
