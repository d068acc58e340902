import { isLocalDate, type LocalDate } from '@bord/engine';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A date of which only the file as a whole, or its operator, can tell which number is the month: `03/04/2026`. */
interface OpenDate {
  readonly numbers: readonly [number, number, number];
  /** How many digits the last number has: with two it may be the year or a day. */
  readonly lastDigits: number;
}

const WEEKDAY = /^\p{L}+[.,]{0,2}\s+(?=\d)/u;
const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/;
const DOTTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})\.?$/;
const OPEN = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_NAMED = /^(\d{1,2})\.?(?:st|nd|rd|th)?\s*[-/ ]?(?:of |de |den )?(\p{L}{3,})[.,]?\s*[-/ ]?(\d{4})$/u;
const MONTH_NAMED = /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u;

const MONTHS: Readonly<Record<string, number>> = {
  jan: 1, feb: 2, mar: 3, mär: 3, mrz: 3, apr: 4, maj: 5, mai: 5, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, okt: 10, oct: 10, nov: 11,
  dec: 12, des: 12, dez: 12,
}; // prettier-ignore

/**
 * The date that a text means. Dots and names of months speak for themselves, and so does a year that comes first; with strokes it takes the order.
 *
 * @param order null: a date that takes one is none
 */
export function readDate(text: string, order: DateOrder | null): LocalDate | null {
  const bare = MONTH_NAMED.test(text) ? text : text.replace(WEEKDAY, '');
  const open = openDate(bare);
  if (open) return order && inOrder(open, order);
  const [, year, separator = '', month, day] = YEAR_FIRST.exec(bare) ?? [];
  if (year !== undefined && (separator !== '' || bare.length === 8)) return dateOf(year, month, day);
  const dotted = numbersOf(DOTTED.exec(bare)?.slice(1));
  if (dotted) return inOrder(dotted, order ?? 'dmy');
  const [, namedDay, name = '', namedYear] = DAY_NAMED.exec(bare) ?? [];
  if (namedYear !== undefined) return dateOf(namedYear, monthOf(name), namedDay);
  const [, firstName = '', secondDay, lastYear] = MONTH_NAMED.exec(bare) ?? [];
  return lastYear === undefined ? null : dateOf(lastYear, monthOf(firstName), secondDay);
}

/** The order that a date with slashes shows: `dmy`, `mdy`, or null for an ambiguous one; undefined for other texts. */
export function orderShownBy(text: string): DateOrder | null | undefined {
  const open = openDate(text.replace(WEEKDAY, ''));
  if (!open) return undefined;
  const [first, second] = open.numbers;
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return undefined;
  if (open.lastDigits === 2 && first > 12 && text.includes('-')) return null; // 26-12-24
  if (first > 12) return 'dmy';
  if (second > 12) return 'mdy';
  return first === second && open.lastDigits === 4 ? undefined : null;
}

export function isDate(text: string): boolean {
  return DATE_ORDERS.some((order) => readDate(text, order) !== null);
}

function openDate(text: string): OpenDate | null {
  const [, first = '', , second = '', last = ''] = OPEN.exec(text) ?? [];
  return last === '' ? null : numbersOf([first, second, last]);
}

function numbersOf(texts: readonly string[] = []): OpenDate | null {
  const [first, second, last] = texts;
  if (last === undefined) return null;
  return { numbers: [Number(first), Number(second), Number(last)], lastDigits: last.length };
}

function inOrder({ numbers: [a, b, c], lastDigits }: OpenDate, order: DateOrder): LocalDate | null {
  if (order === 'ymd') return lastDigits === 2 ? dateOf(2000 + a, b, c) : null;
  const year = lastDigits === 2 ? 2000 + c : c;
  return order === 'dmy' ? dateOf(year, b, a) : dateOf(year, a, b);
}

function monthOf(name: string): number {
  return MONTHS[name.toLowerCase().slice(0, 3)] ?? 0;
}

type Part = string | number | undefined;

function dateOf(year: Part, month: Part, day: Part): LocalDate | null {
  const date = [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-');
  return isLocalDate(date) ? date : null;
}
