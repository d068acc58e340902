/** A booking on one line, with the same parts in the same order in console and command line. */

/** The parts of a booking, in the reader's language. Absent parts are omitted. */
export interface BookingLine {
  /** `19:30`, or a time span. */
  readonly time?: string;
  /** The guest's name. */
  readonly name?: string;
  /** The number of guests. */
  readonly partySize?: number;
  /** Empty: an unseated booking. */
  readonly tables?: readonly string[];
  /** The guest's telephone number; null for none. */
  readonly phone?: string | null;
  /** Further parts, such as a state or an id. */
  readonly more?: readonly string[];
}

/** The words for a booking's line. */
export interface BookingLineWords {
  /** `4 guests` */
  people(count: number): string;
  /** `table 4`, `tables 5 + 6`; for an empty list: `no table`. */
  table(ids: readonly string[]): string;
}

/** Party sizes: `2–4`, `7+`. */
export function sizesText(min: number, max: number | null): string {
  if (max === null) return `${min}+`;
  return min === max ? String(min) : `${min}–${max}`;
}

/** The separator of parts of a line. */
export const LINE_SEPARATOR = ' · ';

/** `19:30 Berg · 4 guests · table 4 · 072-504 93 16`. Texts must be single lines. */
export function bookingLine(
  { time = '', name = '', partySize, tables, phone, more = [] }: BookingLine,
  words: BookingLineWords,
): string {
  return [
    [time, name].filter(Boolean).join(' '),
    partySize === undefined ? '' : words.people(partySize),
    tables ? words.table(tables) : '',
    phone ?? '',
    ...more,
  ]
    .filter(Boolean)
    .join(LINE_SEPARATOR);
}
