/** A migration does not break servers of the previous version, which continue to serve during and after it. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
}

interface Index {
  readonly name: string;
  readonly unique: number;
}

type Schema = ReadonlyMap<string, { readonly columns: readonly Column[]; readonly rules: readonly string[] }>;

/** Every table with its columns, and the constraints that reject rows. */
function readSchema(database: Database.Database): Schema {
  const tables = database.prepare<[], { name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  return new Map(
    tables.all().map(({ name, sql }) => {
      const unique = (database.pragma(`index_list(${name})`) as Index[]).filter(
        (index) => index.unique === 1,
      );
      const checks = sql.match(/\bCHECK\b|\bREFERENCES\b/gi)?.map((word, i) => `${word} ${i + 1}`) ?? [];
      const columns = database.pragma(`table_xinfo(${name})`) as Column[];
      return [name, { columns, rules: [...unique.map((index) => index.name), ...checks] }];
    }),
  );
}

/** Applies a change, and describes what would break an older server. */
function faultsOfChange(database: Database.Database, sql: string): string[] {
  const before = readSchema(database);
  database.exec(sql);
  const after = readSchema(database);
  return [...before].flatMap(([table, then]) => {
    const now = after.get(table);
    if (!now) return [`table ${table} is gone`];
    const columns = new Map(now.columns.map((column) => [column.name, column]));
    const known = new Set(then.columns.map(({ name }) => name));
    return [
      ...then.columns.flatMap(({ name, type, notnull }) => {
        const column = columns.get(name);
        if (!column) return [`column ${table}.${name} is gone`];
        if (column.type !== type) return [`column ${table}.${name} was ${type} and is ${column.type}`];
        return column.notnull > notnull ? [`column ${table}.${name} was not required`] : [];
      }),
      ...now.columns
        .filter(({ name, notnull, dflt_value }) => !known.has(name) && notnull === 1 && dflt_value === null)
        .map(({ name }) => `column ${table}.${name} is new, required and without a default`),
      ...now.rules
        .filter((rule) => !then.rules.includes(rule))
        .map((rule) => `${table}: rows are refused that were not: ${rule}`),
    ];
  });
}

/** A migrated database, and the faults of each migration. */
function migrated() {
  const database = new Database(':memory:');
  const faults = migrations().flatMap(({ name, sql }) =>
    faultsOfChange(database, sql).map((fault) => `${name}: ${fault}`),
  );
  return { database, faults };
}

test('a migration adds, and removes only what the previous version no longer uses', () => {
  const { database, faults } = migrated();
  database.close();
  expect(faults).toEqual([]);
});

const REBUILT = `CREATE TABLE new_marks (channel TEXT NOT NULL PRIMARY KEY, last_no TEXT NOT NULL);
  DROP TABLE change_marks; ALTER TABLE new_marks RENAME TO change_marks;`;

test.each([
  ['DROP TABLE refusals', /^table refusals is gone/],
  ['ALTER TABLE bookings DROP COLUMN guest_notes', /^column bookings\.guest_notes is gone/],
  ['ALTER TABLE bookings RENAME COLUMN guest_notes TO wishes', /^column bookings\.guest_notes is gone/],
  ['ALTER TABLE deliveries RENAME TO messages', /^table deliveries is gone/],
  [REBUILT, /^column change_marks\.last_no was INTEGER and is TEXT/],
  ['ALTER TABLE refusals ADD COLUMN why TEXT CHECK (length(why) < 9)', /^refusals: rows are refused/],
  ['CREATE UNIQUE INDEX one_address ON bookings (location_id, guest_email)', /^bookings: rows are refused/],
])('control: %s', (sql, fault) => {
  const { database } = migrated();
  database.pragma('foreign_keys = off');
  expect(faultsOfChange(database, sql)).toContainEqual(expect.stringMatching(fault));
  database.close();
});

test('permitted changes pass', () => {
  const { database } = migrated();
  const sql = `ALTER TABLE bookings ADD COLUMN mood TEXT NOT NULL DEFAULT 'good';
    CREATE TABLE moods (name TEXT NOT NULL PRIMARY KEY); CREATE INDEX bookings_mood ON bookings (mood);`;
  expect(faultsOfChange(database, sql)).toEqual([]);
  database.close();
});
