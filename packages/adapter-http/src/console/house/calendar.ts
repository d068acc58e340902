import { addDays, type LocalDate, localText, weekdayOf } from '@bord/engine';
import { dayInterval } from '@bord/engine/adapters';

/** The month `count` months after `month` (`2026-11`). */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const months = year * 12 + number - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** `november 2026` */
export function monthText(month: string, locale: string): string {
  return localText(midnightOf(`${month}-01`), { locale, timeZone: 'UTC', month: 'long', year: 'numeric' });
}

export function weekdayNames(locale: string, form: 'short' | 'long'): readonly string[] {
  return [0, 1, 2, 3, 4, 5, 6].map((days) => weekdayText(addDays(A_MONDAY, days), locale, form));
}

/** `fre` */
export function weekdayText(date: LocalDate, locale: string, form: 'short' | 'long'): string {
  return localText(midnightOf(date), { locale, timeZone: 'UTC', weekday: form });
}

/** `24 dec.` */
export function shortDateText(date: LocalDate, locale: string): string {
  return localText(midnightOf(date), { locale, timeZone: 'UTC', day: 'numeric', month: 'short' });
}

/** The dates in rows of a week, Monday first; null for days of other months. */
export function weeksOf<T extends { readonly date: LocalDate }>(
  days: readonly T[],
): readonly (readonly (T | null)[])[] {
  const before = days[0] ? weekdayOf(days[0].date) - 1 : 0;
  const cells: (T | null)[] = [...Array<null>(before).fill(null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

const A_MONDAY = '2026-11-23';

function midnightOf(date: LocalDate): number {
  return dayInterval('UTC', date).startMs;
}
