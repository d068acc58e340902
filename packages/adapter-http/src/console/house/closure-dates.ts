/** Closures as the house's pages have them: in words, as intervals, and as they are typed into the form. */
import { addDays, type Closure, instantOf, type Interval, isLocalDate, type Location } from '@bord/engine';
import { dayInterval } from '@bord/engine/adapters';
import type { ConsoleWords } from '../../i18n/languages.ts';
import type { Query } from '../../web/page-route.ts';

/** `24 dec. – 26 dec. 2026`; hours with their times. As the file says it where a language has no better. */
export function closureText({ from, to }: Pick<Closure, 'from' | 'to'>): string {
  const [start, end] = [from.replace('T', ' '), to.replace('T', ' ')];
  if (start === end) return start;
  return from.slice(0, 10) === to.slice(0, 10) ? `${start}–${to.slice(11)}` : `${start} – ${end}`;
}

/** The instants of a closure; days are whole calendar days. */
export function closureInterval(timeZone: string, { from, to }: Pick<Closure, 'from' | 'to'>): Interval {
  if (isLocalDate(from))
    return { startMs: dayInterval(timeZone, from).startMs, endMs: dayInterval(timeZone, to).endMs };
  return { startMs: wallMs(timeZone, from), endMs: wallMs(timeZone, to) };
}

function wallMs(timeZone: string, text: string): number {
  return instantOf(timeZone, text.slice(0, 10), Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)));
}

/** Those that are not over, by their beginning, then the others, the last first. */
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

/** What is wrong with it, by field; without a fault the closure that is meant. */
export type ReadClosure =
  | { readonly closure: Omit<Closure, 'id'> }
  | { readonly faults: Readonly<Partial<Record<keyof TypedClosure, string>>> };

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const REASON_MAX = 200;

/** The last day is the first where none was typed; times are both typed or neither. */
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

/** The service dates to which bookings in a closure may belong: of a night, also the one before. */
export function datesAround({ from, to }: Pick<Closure, 'from' | 'to'>): { from: string; before: string } {
  return { from: addDays(from.slice(0, 10), -1), before: addDays(to.slice(0, 10), 2) };
}
