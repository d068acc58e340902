/** Records as rows of tables, for storages with columns. */
import type { RecordColumn } from '../core/access/record-kinds.ts';
import { kindOf } from '../core/access/record-steps.ts';
import type { RecordKind } from '../core/access/records.ts';

/** A row by column names. */
export type Row = Readonly<Record<string, unknown>>;

/** The column of a field. Without functions, values are stored unchanged. */
export interface Column<Value> {
  /** The name of the column. */
  readonly name: string;
  /** The stored form of a value. */
  readonly write?: (value: Value) => unknown;
  /** A value from its stored form. */
  readonly read?: (stored: unknown) => Value;
}

/** The columns of all fields of a record. */
export type Columns<Fields> = { readonly [Field in keyof Fields]-?: Column<Fields[Field]> };

/** The column of a value that is stored unchanged; null if the field can be null. */
export function plain<Value>(name: string): Column<Value> {
  return { name };
}

/** Reads and writes the rows of a table. */
export interface RowFormat<Fields> {
  /** `location_id, id, …` */
  readonly columns: string;
  /** The stored values of a record, in the order of the columns. */
  values(record: Fields): unknown[];
  /** The row of a record without null values: absent ones are read as null. */
  row(record: Fields): Row;
  /** The record of a row that has these columns. */
  record(row: Row): Fields;
  /** Adds the fields of a row to a record. */
  addTo<Other extends object>(record: Other, row: Row): Other & Fields;
}

/** The format of rows with these columns. */
export function rowFormat<Fields extends object>(columns: Columns<Fields>): RowFormat<Fields> {
  const fields = Object.keys(columns) as (keyof Fields)[];
  const list = fields.map((field) => columns[field]);
  const names = list.map(({ name }) => name);
  const reads = list.map(({ read }) => read);
  const writes = list.map(({ write }) => write as ((value: unknown) => unknown) | undefined);
  function storedAt(i: number, record: Fields): unknown {
    const write = writes[i];
    const value = record[fields[i]!];
    return write ? write(value) : value;
  }
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
    values: (record) => fields.map((_, i) => storedAt(i, record)),
    row(record) {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < fields.length; i++) {
        const stored = storedAt(i, record);
        if (stored !== null) row[names[i]!] = stored;
      }
      return row;
    },
    record: (row) => addTo({}, row),
    addTo,
  };
}

/**
 * The formats of kinds of records, without roles, which have a separate table.
 * @param columnOf the column of a type in this storage; bytes are stored as base64url
 */
export function recordFormats(
  columnOf: (column: RecordColumn) => Column<unknown>,
): <Fields extends object>(kind: RecordKind) => RowFormat<Fields> {
  const formats = new Map<RecordKind, RowFormat<never>>();
  return <Fields extends object>(kind: RecordKind) => {
    const known = formats.get(kind);
    if (known) return known;
    const columns = Object.entries(kindOf(kind).columns).map(([field, column]) => [
      field,
      column[0] === 'bytes' ? bytes(column[1]) : columnOf(column),
    ]);
    const format = rowFormat(Object.fromEntries(columns) as Columns<Fields>);
    formats.set(kind, format as unknown as RowFormat<never>);
    return format;
  };
}

function bytes(name: string): Column<Uint8Array> {
  return {
    name,
    write: (value) => Buffer.from(value).toString('base64url'),
    read: (stored) => new Uint8Array(Buffer.from(stored as string, 'base64url')),
  };
}
