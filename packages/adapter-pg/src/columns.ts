import type { LocalDate } from '@bord/engine/storage';

/** A row as the driver returns it, or as PostgreSQL writes and reads it as JSON, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** How a field of a record is kept. What is read and written as it is has no functions. */
export interface Column<Value> {
  readonly name: string;
  readonly write?: (value: Value) => unknown;
  readonly read?: (stored: unknown) => Value;
}

/** A column for each field of a record, in the order of the statements. */
export type Columns<Fields> = { readonly [Field in keyof Fields]-?: Column<Fields[Field]> };

/** Text, number, boolean, a list or JSON; null where the field may be. */
export function plain<Value>(name: string): Column<Value> {
  return { name };
}

/** timestamptz: an instant in milliseconds; null where the field may be. */
export function time<Value extends number | null>(name: string): Column<Value> {
  return {
    name,
    write: (ms) => (ms === null ? null : instant(ms)),
    read: (stored) => toMs(stored as Date | string | null) as Value,
  };
}

/** A local date as a parameter: PostgreSQL has no year 0 and writes it as the year before the year 1. */
export function dateParameter(date: LocalDate): string {
  return date.startsWith('0000-') ? `${date.replace('0000', '0001')} BC` : date;
}

/** The first instant of the year 1, and that of the year 10,000: outside, ISO 8601 writes years as PostgreSQL does not read them. */
const [FIRST_MS, END_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('+010000-01-01T00:00:00Z')];

/** Milliseconds as a parameter of the type timestamptz; before the year 1 and after the year 9999 an infinite one, as nothing is stored there. */
export function instant(ms: number): string {
  if (ms < FIRST_MS) return '-infinity';
  if (ms >= END_MS) return 'infinity';
  return new Date(ms).toISOString();
}

/** The driver reads a timestamptz as a date; as JSON it is text. */
function toMs(stored: Date | string | null): number | null {
  if (typeof stored !== 'string') return stored && stored.getTime();
  return stored.endsWith('infinity') ? (stored.startsWith('-') ? -Infinity : Infinity) : Date.parse(stored);
}

export interface RowFormat<Fields> {
  /** `location_id, id, …` */
  readonly columns: string;
  /** A record as PostgreSQL reads it as JSON, without what is null: what a row does not have is read as null there. */
  row(record: Fields): Row;
  /** What a row says, which has these columns and perhaps others. */
  record(row: Row): Fields;
  /** Adds to a record what a row says. */
  addTo<Other extends object>(record: Other, row: Row): Other & Fields;
}

export function rowFormat<Fields extends object>(columns: Columns<Fields>): RowFormat<Fields> {
  const fields = Object.keys(columns) as (keyof Fields)[];
  const list = fields.map((field) => columns[field]);
  const names = list.map(({ name }) => name);
  const reads = list.map(({ read }) => read);
  const writes = list.map(({ write }) => write as ((value: unknown) => unknown) | undefined);
  function addTo<Other extends object>(record: Other, row: Row): Other & Fields {
    const filled = record as Other & Fields;
    for (let i = 0; i < fields.length; i++) {
      const read = reads[i];
      const stored = row[names[i]!];
      filled[fields[i]!] = (read ? read(stored) : stored) as (Other & Fields)[keyof Fields];
    }
    return filled;
  }
  return {
    columns: names.join(', '),
    row(record) {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < fields.length; i++) {
        const write = writes[i];
        const value = record[fields[i]!];
        const stored = write ? write(value) : value;
        if (stored !== null) row[names[i]!] = stored;
      }
      return row;
    },
    record: (row) => addTo({}, row),
    addTo,
  };
}
