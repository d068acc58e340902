/** A booking on one line. Console and command line write it here, so both have the same parts in the same order. */

/** Parts of a booking, as the reader's language writes them. A part that is left out is not written. */
export interface BookingLine {
  /** `19:30`, or a time span. */
  readonly time?: string;
  /** The guest's name. */
  readonly name?: string;
  /** How many guests. */
  readonly partySize?: number;
  /** Empty: the party has no table. */
  readonly tables?: readonly string[];
  /** The guest's telephone number; null for none. */
  readonly phone?: string | null;
  /** Further parts, such as a state or an id. */
  readonly more?: readonly string[];
}

/** The words that a booking's line needs. */
export interface BookingLineWords {
  /** `4 guests` */
  people(count: number): string;
  /** `table 4`, `tables 5 + 6`; for an empty list: `no table`. */
  table(ids: readonly string[]): string;
}

/** Between two parts of a line. */
export const LINE_SEPARATOR = ' · ';

/** `19:30 Berg · 4 guests · table 4 · 072-504 93 16`. Texts must be on one line already. */
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
