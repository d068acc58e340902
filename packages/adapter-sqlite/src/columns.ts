export type Stored = string | number | null;

/** A row as a statement in raw mode returns it: the values in the order of the columns. */
export type Row = readonly Stored[];

/** A row by column names. */
export type NamedRow = Readonly<Record<string, Stored>>;

/** The column of a field. Without functions, values are stored unchanged. */
export interface Column<Value> {
  readonly name: string;
  readonly write?: (value: Value) => Stored;
  readonly read?: (stored: Stored) => Value;
}

export type Columns<Fields> = { readonly [Field in keyof Fields]-?: Column<Fields[Field]> };

/** Text, or a number; null if the field can be null. */
export function plain<Value extends Stored>(name: string): Column<Value> {
  return { name };
}

/** A list as JSON; null for an empty one. */
export function list<Value>(name: string): Column<readonly Value[]> {
  return {
    name,
    write: (values) => (values.length > 0 ? JSON.stringify(values) : null),
    read: (stored) => (stored === null ? [] : (JSON.parse(stored as string) as Value[])),
  };
}

/** 1 and 0. */
export function flag(name: string): Column<boolean> {
  return { name, write: (value) => (value ? 1 : 0), read: (stored) => stored === 1 };
}

/** JSON as text; null stays null. */
export function json<Value>(name: string): Column<Value> {
  return {
    name,
    write: (value) => (value === null ? null : JSON.stringify(value)),
    read: (stored) => (stored === null ? null : JSON.parse(stored as string)) as Value,
  };
}

export interface RowFormat<Fields> {
  readonly columns: string;
  /** `?, ?, …`: one for each column. */
  readonly placeholders: string;
  values(record: Fields): Stored[];
  record(row: Row): Fields;
  named(row: NamedRow): Fields;
}

export function rowFormat<Fields extends object>(columns: Columns<Fields>): RowFormat<Fields> {
  const fields = Object.keys(columns) as (keyof Fields)[];
  const all = fields.map((field) => columns[field]);
  const names = all.map(({ name }) => name);
  const reads = all.map(({ read }) => read);
  const writes = all.map(({ write }) => write);
  function recordOf(storedAt: (i: number) => Stored): Fields {
    const record: Partial<Fields> = {};
    for (let i = 0; i < fields.length; i++) {
      const read = reads[i];
      const stored = storedAt(i);
      record[fields[i]!] = (read ? read(stored) : stored) as Fields[keyof Fields];
    }
    return record as Fields;
  }
  return {
    columns: names.join(', '),
    placeholders: placeholders(names),
    values: (record) =>
      fields.map((field, i) => {
        const write = writes[i] as ((value: unknown) => Stored) | undefined;
        return write ? write(record[field]) : (record[field] as Stored);
      }),
    record: (row) => recordOf((i) => row[i]!),
    named: (row) => recordOf((i) => row[names[i]!]!),
  };
}

/** `?, ?, …`: one for each column. */
export function placeholders(columns: readonly string[]): string {
  return columns.map(() => '?').join(', ');
}
