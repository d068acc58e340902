/** Days and times for guests: always in the time zone of the restaurant. */
import { type LocalDate, localDateAt, localText } from '@bord/engine';
import { dayInterval, daysBetween, instantsOf, minuteOfDayAt } from '@bord/engine/adapters';
import type { Words } from './en.ts';

type WhenWords = Words['when'];

/** `fredag 4 december`; with the year when that is not the year of `nowMs`. */
export function dayText(when: WhenWords, ms: number, timeZone: string, nowMs: number): string {
  return dateText(when, { date: localDateAt(timeZone, ms), today: localDateAt(timeZone, nowMs) });
}

/** `fredag 4 december`; with the year when that is not the year of `today`. */
export function dateText(
  when: WhenWords,
  { date, today }: { readonly date: LocalDate; readonly today: LocalDate },
): string {
  const [year, , day] = date.split('-').map(Number) as [number, number, number];
  const { startMs } = dayInterval('UTC', date);
  const name = (part: 'weekday' | 'month'): string =>
    localText(startMs, { locale: when.locale, timeZone: 'UTC', [part]: 'long' });
  const isThisYear = today.startsWith(date.slice(0, 4));
  return when.day(name('weekday'), day, name('month'), isThisYear ? null : year);
}

/** `kl. 19.30`; `kl. 02.30 sommartid` if that local time occurs twice on this date. */
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
export function daysAhead(
  timeZone: string,
  { ms, nowMs }: { readonly ms: number; readonly nowMs: number },
): number {
  return daysBetween(localDateAt(timeZone, nowMs), localDateAt(timeZone, ms));
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Whether the local time of this instant occurs once on its date, or twice and this is the first or second. */
function showingOf(ms: number, timeZone: string): 'only' | 'first' | 'second' {
  const [, second] = instantsOf(timeZone, localDateAt(timeZone, ms), minuteOfDayAt(timeZone, ms));
  if (second === undefined) return 'only';
  return ms < second ? 'first' : 'second';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
