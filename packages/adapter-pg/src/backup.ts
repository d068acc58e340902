import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Migration, tablesOf } from '@bord/engine/storage';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { addressOf } from './connect-to.ts';
import { limitsOf } from './timeouts.ts';
import { look, migrateBy, schemaState } from './migrate.ts';
import { migrations } from './migrations.ts';
import { inSchema, quoted, schemaOf } from './names.ts';
import { ask, connectionTo, endClient } from './transaction.ts';
import type { PgLocation } from './source.ts';

/** A table of a dump. */
export interface DumpedTable {
  /** The table's name. */
  readonly name: string;
  /** In the order of the fields in a row. */
  readonly columns: readonly string[];
  /** The number of rows. */
  readonly rows: number;
}

/** An exported database that can be restored. */
export interface Dump {
  /** The last migration that had been applied. */
  readonly version: number;
  /** In an order in which they can be restored: referenced tables first. */
  readonly tables: readonly DumpedTable[];
}

/**
 * Exports all data of a database as of one instant: `write` gets one table after the other in the text format of COPY. Servers can read and write
 * during the export; a migration must wait. The export omits request counts, the list of former primaries, and data that triggers write.
 *
 * It needs no `pg_dump`, whose version would have to fit the server's.
 *
 * @throws Error when the database cannot be reached, or has no schema yet
 */
export async function dumpDatabase(
  location: PgLocation,
  write: (name: string, rows: Readable) => Promise<void>,
): Promise<Dump> {
  const schema = schemaOf(location);
  return withClient(location, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(SESSION);
    const { version } = await schemaState((text, values) => ask(client, inSchema(schema)(text), values));
    if (version === 0) throw new Error('the database is empty: run bord migrate');
    const tables: DumpedTable[] = [];
    for (const { name, columns } of await archivedTables(client, schema)) {
      const rows = client.query(copyTo(`COPY ${named(schema, name, columns)} TO STDOUT`));
      await write(name, rows);
      tables.push({ name, columns, rows: rows.rowCount });
    }
    await client.query('COMMIT');
    return { version, tables };
  });
}

/** Throws unless a dump can be restored into this database: it must not contain a location, booking, API key or other entered data. */
export async function assertVacant(location: PgLocation): Promise<void> {
  await withClient(location, (client) => assertEmpty(client, schemaOf(location)));
}

/**
 * Restores a dump into an empty database, which is migrated to the version of the dump before and to the current one afterwards. The rows are saved
 * in one transaction: all of them, or none.
 * @param read passes the tables of the dump, in its order, as they were written
 * @throws Error when the database is not empty, the dump's schema is newer than this code, or the row counts differ
 */
export async function loadDatabase(location: PgLocation, dump: Dump, read: ReadTables): Promise<void> {
  return loadBy(migrations(), location, dump, read);
}

/** Passes one table after the other to `load`. */
type ReadTables = (load: (name: string, rows: Readable) => Promise<void>) => Promise<void>;

export async function loadBy(
  all: readonly Migration[],
  location: PgLocation,
  dump: Dump,
  read: ReadTables,
): Promise<void> {
  const { wanted } = await look(location, (query) => schemaState(query, all));
  if (dump.version > wanted)
    throw new Error(
      `the dump has schema version ${dump.version}, and this version of Bord knows ${wanted} at most: it is of a newer Bord, or of one before 0.1.0`,
    );
  await migrateBy(all, location, dump.version);
  const schema = schemaOf(location);
  await withClient(location, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await client.query(SESSION);
    await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
    // The lock also blocks servers until the restore is complete.
    const known = tablesOf(all.filter(({ version }) => version <= dump.version));
    const names = known.map((name) => quoted(schema, name));
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    await assertEmpty(client, schema);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    await read((name, rows) => load(client, schema, dump, name, rows));
    for (const name of SIGNED_IN.filter((one) => known.includes(one)))
      await client.query(`DELETE FROM ${quoted(schema, name)}`);
    if (known.includes('events')) await client.query(inSchema(schema)(CONTINUE_EVENTS));
    await client.query('COMMIT');
    await client.query('ANALYZE');
  });
  await migrateBy(all, location);
}

async function load(
  client: pg.Client,
  schema: string,
  { tables }: Dump,
  name: string,
  rows: Readable,
): Promise<void> {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`the dump says nothing of a table ${name}`);
  const loaded = client.query(copyFrom(`COPY ${named(schema, name, table.columns)} FROM STDIN`));
  await pipeline(rows, loaded);
  if (loaded.rowCount !== table.rows)
    throw new Error(`${name} has ${loaded.rowCount} rows, and the dump says ${table.rows}`);
}

/** New events get positions after the restored ones. */
const CONTINUE_EVENTS = `SELECT setval(pg_get_serial_sequence('bord.events', 'seq'), coalesce(max(seq), 0) + 1) FROM bord.events`;

/** Sessions that ended since the dump would become valid again, so staff must sign in again. */
const SIGNED_IN = ['staff_sessions', 'sign_in_links'];

/** The longest wait for a server that is stuck in a transaction. */
const LOCK_MS = 5000;

/** Fixes the text format of values, independent of the database's defaults, and removes all timeouts except for locks. */
const SESSION = `SELECT set_config('datestyle', 'ISO, YMD', true), set_config('timezone', 'UTC', true),
  set_config('extra_float_digits', '3', true), set_config('lock_timeout', '60000', true), set_config('statement_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Tables with rows in every database that is in use. */
const ENTERED = ['locations', 'bookings', 'api_keys', 'sign_ups', 'endpoints', 'deliveries'];

async function assertEmpty(client: pg.Client, schema: string): Promise<void> {
  const content: string[] = [];
  for (const table of ENTERED) {
    const { rows: there } = await client.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [
      quoted(schema, table),
    ]);
    if (!(there[0] as { is_there: boolean }).is_there) continue;
    const { rows } = await client.query(`SELECT count(*)::integer AS count FROM ${quoted(schema, table)}`);
    const { count } = rows[0] as { count: number };
    if (count > 0) content.push(`${table}: ${count}`);
  }
  if (content.length > 0)
    throw new Error(`it is not empty (${content.join(', ')}): restore into an empty database`);
}

interface ArchivedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly refers: readonly string[];
}

/** Without triggered tables and generated columns, which the restore fills again. */
async function archivedTables(client: pg.Client, schema: string): Promise<readonly ArchivedTable[]> {
  const { rows } = await client.query(TABLES, [
    schema,
    tablesOf(migrations()).filter((name) => !LEFT_OUT.has(name)),
  ]);
  const left = rows as ArchivedTable[];
  const ordered: ArchivedTable[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.findIndex(({ name, refers }) =>
      refers.every((other) => other === name || !names.has(other)),
    );
    if (next < 0) throw new Error('tables refer to each other in a circle');
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}

/** Seatings follow from bookings, the version from the endpoints, and the list of former primaries belongs to one database. */
const LEFT_OUT = new Set(['seatings', 'endpoint_set', 'primaries']);

const TABLES = `
  SELECT c.relname AS name,
    ARRAY (
      SELECT a.attname::text FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum
    ) AS columns,
    ARRAY (
      SELECT r.relname::text FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f'
    ) AS refers
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = ANY ($2) AND c.relkind = 'r' AND c.relpersistence = 'p'
  ORDER BY c.relname`;

function named(schema: string, table: string, columns: readonly string[]): string {
  return `${quoted(schema, table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

async function withClient<R>(location: PgLocation, work: (client: pg.Client) => Promise<R>): Promise<R> {
  // The driver would not clear its timer after a COPY, and keep the process alive until the timeout.
  const limits = limitsOf();
  const url = await addressOf(location, limits);
  const client = new pg.Client({ ...connectionTo(url, 'bord backup', limits), query_timeout: 0 });
  const broken = new Promise<never>((_, fail) => void client.on('error', fail));
  broken.catch(() => undefined);
  await client.connect();
  try {
    return await Promise.race([work(client), broken]);
  } finally {
    await endClient(client);
  }
}
