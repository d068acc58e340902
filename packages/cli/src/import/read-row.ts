import { type ImportRow, limits, localDateAt, type Location, type TableChoice } from '@bord/engine';
import { clockTime, minuteOfDayAt } from '@bord/engine/adapters';
import { visitTimeMs } from '../config/visit-time.ts';
import { Failure } from '../output/failure.ts';
import { plain } from '../output/plain.ts';
import type { Field } from './column-names.ts';
import type { Columns } from './find-columns.ts';
import type { NamedTables } from './named-tables.ts';
import type { CsvRecord } from './read-csv.ts';
import { type DateOrder, readDate } from './read-date.ts';
import { readLanguage } from './read-language.ts';
import { readStamp } from './read-stamp.ts';
import type { StatusMeaning } from './read-status.ts';

export interface RowReading {
  readonly location: Location;
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly order: DateOrder | null;
  readonly statusOf: (text: string) => StatusMeaning | null;
  /** Null where parties are not to stay at the tables that the file names. */
  readonly tablesOf: ((text: string) => NamedTables) | null;
  /** As in {@link TableChoice}. */
  readonly force: boolean;
}

/** The shown values of a line, valid or not. */
interface SeenRow {
  readonly line: number;
  /** That of the other system; null where it has none. */
  readonly number: string | null;
  /** As in the file; empty if missing. */
  readonly partyText: string;
  readonly nameText: string;
}

export interface ReadRow extends SeenRow {
  readonly startMs: number;
  readonly status: StatusMeaning;
  readonly request: Omit<ImportRow['request'], 'idempotencyKey'>;
  readonly choice: TableChoice | undefined;
  /** The values that differ from the file, for people; null without any. */
  readonly remark: string | null;
}

export interface UnreadRow extends SeenRow {
  /** Null when that is not clear. */
  readonly startMs: number | null;
  /** Null when that is what is not understood. */
  readonly status: StatusMeaning | null;
  readonly fault: string;
}

export function readRow(record: CsvRecord, reading: RowReading): ReadRow | UnreadRow {
  const cell = (field: Field): string => textsOf(record.cells, reading.columns.get(field))[0] ?? '';
  const seen = {
    line: record.line,
    number: cell('number') || null,
    partyText: cell('party'),
    nameText: nameOf(record, reading),
  };
  const status = reading.statusOf(cell('status'));
  let startMs: number | null = null;
  try {
    startMs = startOf(cell('date'), cell('time'), reading);
    assertBooked(status, cell('status'));
    const partySize = partyOf(record, reading);
    const { guest, remark } = guestOf(record, reading, cell);
    const request = { startMs, partySize, guest, partnerBookingRef: seen.number };
    const choice = status === 'cancelled' ? undefined : choiceOf(cell('table'), reading);
    return { ...seen, startMs, status, request, choice, remark };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...seen, startMs, status, fault: error.message };
  }
}

/** The guest. An invalid e-mail address or telephone number is kept in the notes. */
function guestOf(
  record: CsvRecord,
  reading: RowReading,
  cell: (field: Field) => string,
): { readonly guest: ImportRow['request']['guest']; readonly remark: string | null } {
  const [phone, email] = [cell('phone'), cell('email')];
  const name = nameOf(record, reading) || phone || email;
  if (name === '') throw new Failure('the name is missing');
  const odd = [
    ...(email === '' || isEmail(email) ? [] : [`E-mail: ${email}`]),
    ...(isPhone(phone) ? [] : [`Phone: ${phone}`]),
  ];
  const notes = [notesOf(record, reading), ...odd].filter((text) => text !== '').join('\n');
  const guest = {
    name,
    phone: isPhone(phone) ? phone || null : null,
    email: isEmail(email) ? email : null,
    notes: notes || null,
    language: readLanguage(cell('language')),
  };
  return {
    guest,
    remark: odd.length === 0 ? null : `not usable, and put into the notes: ${plain(odd.join(', '))}`,
  };
}

const isEmail = (text: string): boolean =>
  text.length <= limits.EMAIL_LENGTH_MAX &&
  /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:".]+(?:\.[^\s@<>()[\]\\,;:".]+)+$/.test(text);

const isPhone = (text: string): boolean => text.length <= limits.PHONE_LENGTH_MAX;

/** An unconfirmed request is not a booking, and an unknown status is not guessed. */
function assertBooked(
  status: StatusMeaning | null,
  text: string,
): asserts status is Exclude<StatusMeaning, 'open'> {
  const saying = `--status "${plain(text)}=confirmed"`;
  if (status === null)
    throw new Failure(`the status ${shown(text)} is not known: ${saying}, or =cancelled, says what it is`);
  if (status === 'open') throw new Failure(`it is not confirmed there (${shown(text)}): ${saying} books it`);
}

/** Placeholders for an empty value. */
const NOTHING = /^(?:[-–—.]+|n\/?a|null|none)$/i;

function textsOf(cells: readonly string[], columns: readonly number[] = []): string[] {
  return columns.map((i) => cells[i] ?? '').filter(isSomething);
}

const isSomething = (text: string): boolean => text !== '' && !NOTHING.test(text);

/** Columns that an operator has named for it count together: adults and children. */
function partyOf({ cells }: CsvRecord, { columns }: RowReading): number {
  const texts = textsOf(cells, columns.get('party'));
  const sizes = texts.map((text) => {
    const size = readParty(text);
    if (size === null) throw new Failure(`${shown(text)} must be a number of guests`);
    return size;
  });
  const sum = sizes.reduce((a, b) => a + b, 0);
  if (sum === 0) throw new Failure('the number of guests is missing');
  return sum;
}

function nameOf({ cells }: CsvRecord, { columns }: RowReading): string {
  const partsOf = (field: Field): string => textsOf(cells, columns.get(field)).join(' ');
  const [name, first, last] = [partsOf('name'), partsOf('first-name'), partsOf('last-name')];
  if (name !== '' && (last !== '' || name.includes(first))) return name;
  // Next to a column of first names, the column of names has the surnames.
  return [first, last || name].filter((part) => part !== '').join(' ');
}

/** Of several columns each note says whose it is. */
function notesOf({ cells }: CsvRecord, { columns, header }: RowReading): string {
  const holding = columns.get('notes') ?? [];
  const found = holding.filter((i) => isSomething(cells[i] ?? ''));
  return found.map((i) => (holding.length === 1 ? cells[i]! : `${header[i]}: ${cells[i]}`)).join('\n');
}

function choiceOf(text: string, { tablesOf, force }: RowReading): TableChoice | undefined {
  const named = tablesOf?.(text) ?? null;
  if (named === null) return undefined;
  if ('fault' in named) throw new Failure(named.fault);
  return { tables: named.tables, force };
}

/** When the party comes, by the clock of the location unless the file has the offset. Two columns that both say it must agree. */
function startOf(dateText: string, timeText: string, { location, order }: RowReading): number {
  const { timeZone } = location;
  const stamps = [dateText, timeText]
    .filter((text) => text !== '')
    .map((text) => {
      const stamp = readStamp(text);
      if (stamp === null) throw new Failure(`${shown(text)} must be a date or time`);
      return stamp;
    });
  const instant = stamps.find(({ instantMs }) => instantMs !== null)?.instantMs;
  const dates = stamps.flatMap(({ date }) => (date === null ? [] : [dateIn(date, order)]));
  // A date of a spreadsheet has midnight with it.
  const isPadded =
    timeText !== '' && stamps.length === 2 && stamps[0]!.date !== null && stamps[0]!.minute === 0;
  const minutes = stamps.slice(isPadded ? 1 : 0).flatMap(({ minute }) => (minute === null ? [] : [minute]));
  if (instant != null) {
    dates.push(localDateAt(timeZone, instant));
    minutes.push(minuteOfDayAt(timeZone, instant));
  }
  if (new Set(dates).size > 1 || new Set(minutes).size > 1)
    throw new Failure(
      `its columns say different times: ${shown(dateText)} and ${shown(timeText)}; correct one`,
    );
  if (instant != null) return instant;
  const [[date], [minute]] = [dates, minutes];
  if (date === undefined) throw new Failure('the date is missing');
  if (minute === undefined) throw new Failure('the time is missing');
  return visitTimeMs(`${date} ${clockTime(minute)}`, location, 0);
}

function dateIn(text: string, order: DateOrder | null): string {
  const date = readDate(text, order);
  if (date === null)
    throw new Failure(`${shown(text)} must be a date${order ? ` with ${ORDER_WORDS[order]} first` : ''}`);
  return date;
}

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  dmy: 'the day',
  mdy: 'the month',
  ymd: 'the year',
};

/** A text of the file for a message, shortened. */
const shown = (text: string): string => `"${plain(text.length > 40 ? `${text.slice(0, 40)}…` : text)}"`;

/** `4`, `4.0`, `4 pers.`, `4 Personen` */
const PARTY =
  /^(\d{1,4})(?:[.,]0+)?\s*(?:p|x|pax|pers|person(?:s|er|en)?|people|guests?|gäst(?:er|e)?|gjest(?:er)?|gæst(?:er)?|kuverter|covers?)?\.?$/i;

export function readParty(text: string): number | null {
  const count = PARTY.exec(text)?.[1];
  return count === undefined ? null : Number(count);
}
