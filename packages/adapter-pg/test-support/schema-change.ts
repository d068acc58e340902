/**
 * Finds changes of the schema that break servers of the previous version, which run their statements during and after it. It compares PostgreSQL's
 * catalogs before and after, so it does not depend on the form of the change.
 */
import type pg from 'pg';

/** Everything that a server can rely on, by name. */
export interface Schema {
  readonly tables: ReadonlyMap<string, { readonly file: string }>;
  readonly columns: ReadonlyMap<string, Column>;
  /** Objects that reject rows, including unique indexes. */
  readonly rules: ReadonlyMap<string, { readonly table: string; readonly definition: string }>;
  readonly functions: ReadonlyMap<string, { readonly result: string }>;
  readonly indexes: ReadonlyMap<string, { readonly table: string }>;
}

interface Column {
  readonly table: string;
  readonly type: string;
  readonly is_required: boolean;
  readonly has_default: boolean;
}

/**
 * Applies a change in the open transaction, or outside of one if necessary, and describes what would break an older server.
 * @param sql statements
 * @param before the result of {@link readSchema}
 */
export async function faultsOfChange(client: pg.Client, sql: string, before: Schema): Promise<string[]> {
  await client.query(sql);
  const after = await readSchema(client);
  const locked = await rowsOf<{ name: string; mode: string }>(client, LOCKED);
  return [
    ...goneOf('table', before.tables, after.tables),
    ...goneOf('column', before.columns, after.columns),
    ...goneOf('function', before.functions, after.functions),
    ...columnFaults(before, after),
    ...newOf(before.rules, after.rules)
      .filter(([, { table }]) => before.tables.has(table))
      .map(([, { table, definition }]) => `${table}: rows are refused that were not: ${definition}`),
    ...[...before.functions].flatMap(([name, { result }]) => {
      const now = after.functions.get(name);
      return now && now.result !== result ? [`function ${name} returns ${now.result}`] : [];
    }),
    ...[...before.tables].flatMap(([name, { file }]) => {
      const now = after.tables.get(name);
      return now && now.file !== file ? [`table ${name} is written anew, and locked meanwhile`] : [];
    }),
    ...newOf(before.indexes, after.indexes)
      .filter(([, { table }]) => before.tables.has(table) && locked.some(({ name }) => name === table))
      .map(([name, { table }]) => {
        const isUnreadable = locked.some(
          (lock) => lock.name === table && lock.mode === 'AccessExclusiveLock',
        );
        return `index ${name} is built while ${table} cannot be ${isUnreadable ? 'read' : 'written'}: it belongs outside a transaction`;
      }),
  ].toSorted();
}

function columnFaults(before: Schema, after: Schema): string[] {
  return [...after.columns].flatMap(([name, now]) => {
    const then = before.columns.get(name);
    if (!then) {
      const isRefused = before.tables.has(now.table) && now.is_required && !now.has_default;
      return isRefused ? [`column ${name} is new, required and without a default`] : [];
    }
    return [
      ...(now.type === then.type ? [] : [`column ${name} was ${then.type} and is ${now.type}`]),
      ...(now.is_required && !then.is_required ? [`column ${name} was not required`] : []),
    ];
  });
}

const goneOf = (
  what: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): string[] => [...before.keys()].filter((name) => !after.has(name)).map((name) => `${what} ${name} is gone`);

const newOf = <T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): [string, T][] =>
  [...after].filter(([name]) => !before.has(name));

async function rowsOf<Row>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query(text)).rows as Row[];
}

export async function readSchema(client: pg.Client): Promise<Schema> {
  const byName = async <T>(text: string): Promise<Map<string, T>> =>
    new Map((await rowsOf<T & { name: string }>(client, text)).map((row) => [row.name, row]));
  return {
    tables: await byName(TABLES),
    columns: await byName(COLUMNS),
    rules: await byName(RULES),
    functions: await byName(FUNCTIONS),
    indexes: await byName(INDEXES),
  };
}

const OURS = `'bord'::regnamespace`;

/** The file changes when the table is rewritten. */
const TABLES = `SELECT relname AS name, relfilenode::text AS file FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = ${OURS}`;

const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name, c.relname AS "table", format_type(a.atttypid, a.atttypmod) AS type,
    a.attnotnull AS is_required, a.atthasdef OR a.attidentity <> '' AS has_default
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = ${OURS} AND a.attnum > 0 AND NOT a.attisdropped`;

/** By their definition: replacing a rule with an equal one is not a change. Required columns are reported with the column. */
const RULES = `
  SELECT c.relname || ' ' || pg_get_constraintdef(r.oid) AS name, c.relname AS "table", pg_get_constraintdef(r.oid) AS definition
  FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
  WHERE c.relnamespace = ${OURS} AND r.contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT c.relname || ' ' || pg_get_indexdef(i.indexrelid), c.relname, pg_get_indexdef(i.indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = ${OURS} AND i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`;

const FUNCTIONS = `
  SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ')' AS name, pg_get_function_result(p.oid) AS result
  FROM pg_proc p WHERE p.pronamespace = ${OURS} AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`;

const INDEXES = `
  SELECT i.relname AS name, c.relname AS "table"
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE c.relnamespace = ${OURS}`;

/** Blocked statements: writes during an index build, and all during a change of the table. */
const LOCKED = `
  SELECT c.relname AS name, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
  WHERE l.pid = pg_backend_pid() AND l.mode IN ('AccessExclusiveLock', 'ShareLock') AND c.relkind IN ('r', 'p')`;
