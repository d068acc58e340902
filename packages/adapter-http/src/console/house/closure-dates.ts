/** Closures as texts, as intervals, and as form fields. */
import { addDays, type Closure, type Interval, isLocalDate, type Location, localDateAt } from '@bord/engine';
import { dayInterval, instantOfWall } from '@bord/engine/adapters';
import type { ConsoleWords } from '../../i18n/languages.ts';
import { dateText } from '../../i18n/when.ts';
import type { Query } from '../../web/page-route.ts';

interface ClosureReader {
  readonly words: ConsoleWords;
  readonly location: Pick<Location, 'timeZone'>;
  readonly nowMs: number;
}

/** `Friday 4 December at 18:00`; without a time for whole days. */
export function endText({ words, location, nowMs }: ClosureReader, end: string): string {
  const { when } = words.base;
  const [date = '', hour, minute] = end.split(/[T:]/);
  const day = dateText(when, { date, today: localDateAt(location.timeZone, nowMs) });
  return hour && minute ? when.moment(day, when.time(hour, minute)) : day;
}

/** `Friday 4 December at 18:00–20:00`, or its first and last day. */
export function closureText(reader: ClosureReader, { from, to }: Pick<Closure, 'from' | 'to'>): string {
  const start = endText(reader, from);
  if (from === to) return start;
  if (from.slice(0, 10) !== to.slice(0, 10)) return `${start} – ${endText(reader, to)}`;
  return `${start}–${reader.words.base.page.clock(to.slice(11, 13), to.slice(14))}`;
}

/** The instants of a closure; days are whole calendar days. */
export function closureInterval(timeZone: string, { from, to }: Pick<Closure, 'from' | 'to'>): Interval {
  if (isLocalDate(from))
    return { startMs: dayInterval(timeZone, from).startMs, endMs: dayInterval(timeZone, to).endMs };
  return { startMs: instantOfWall(timeZone, from), endMs: instantOfWall(timeZone, to) };
}

/** Future and current closures by start, then past ones, the latest first. */
export function sortedClosures(
  { closures, timeZone }: Pick<Location, 'closures' | 'timeZone'>,
  nowMs: number,
): { readonly coming: readonly Closure[]; readonly over: readonly Closure[] } {
  const byStart = closures.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  const isOver = (closure: Closure): boolean => closureInterval(timeZone, closure).endMs <= nowMs;
  return { coming: byStart.filter((each) => !isOver(each)), over: byStart.filter(isOver).toReversed() };
}

export interface TypedClosure {
  readonly fromDate: string;
  readonly fromTime: string;
  readonly toDate: string;
  readonly toTime: string;
  readonly reason: string;
}

export function typedClosure(form: Query): TypedClosure {
  const { fromDate = '', fromTime = '', toDate = '', toTime = '', reason = '' } = form;
  return { fromDate, fromTime, toDate, toTime, reason: reason.trim() };
}

/** Faults by field; without faults the closure. */
export type ReadClosure =
  | { readonly closure: Omit<Closure, 'id'> }
  | { readonly faults: Readonly<Partial<Record<keyof TypedClosure, string>>> };

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const REASON_MAX = 200;

/** The last day defaults to the first; times are both given or both empty. */
export function readClosure(typed: TypedClosure, { house }: ConsoleWords): ReadClosure {
  const { faults: words } = house.closures;
  const { fromDate, fromTime, toTime, reason } = typed;
  const toDate = typed.toDate === '' ? fromDate : typed.toDate;
  const faults: Partial<Record<keyof TypedClosure, string>> = {};
  if (!isLocalDate(fromDate)) faults.fromDate = words.from;
  else if (!isLocalDate(toDate)) faults.toDate = words.to;
  else if ((fromTime === '') !== (toTime === ''))
    faults[fromTime === '' ? 'fromTime' : 'toTime'] = words.times;
  else if (fromTime !== '' && !(TIME.test(fromTime) && TIME.test(toTime))) faults.fromTime = words.times;
  else if (toDate < fromDate || (fromTime !== '' && toDate === fromDate && toTime <= fromTime))
    faults.toDate = words.order;
  if (Array.from(reason).length > REASON_MAX) faults.reason = words.reason;
  if (Object.keys(faults).length > 0) return { faults };
  const at = (date: string, time: string): string => (time === '' ? date : `${date}T${time}`);
  return {
    closure: {
      from: at(fromDate, fromTime),
      to: at(toDate, toTime),
      reason: reason === '' ? null : reason,
    },
  };
}

/** The service dates of bookings in a closure: service after midnight belongs to the previous date. */
export function datesAround({ from, to }: Pick<Closure, 'from' | 'to'>): { from: string; before: string } {
  return { from: addDays(from.slice(0, 10), -1), before: addDays(to.slice(0, 10), 2) };
}
