import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Migration } from '@bord/engine/storage';
import Sqlite, { type Database } from 'better-sqlite3';
import { migrateDatabase, schemaState } from './schema.ts';
import { migrations } from './migrations.ts';
import type { SqliteLocation } from './source.ts';
import { openSqlite } from './open.ts';
import { isSqliteError } from './errors.ts';

/** The content of a database copy, to verify that the copy is complete. */
export interface CopiedDatabase {
  /** The last migration that had been applied. */
  readonly version: number;
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Writes a copy of a database as of one instant to a new file, flushed when the function returns. Other processes can read and write during the copy.
 * The copy does not contain deleted data, not even in free pages.
 *
 * Synchronous, as all of SQLite: it takes about a second for 200 MB.
 *
 * @throws Error when the database does not exist or the copy cannot be written
 */
export function copyDatabase(location: SqliteLocation, target: string): CopiedDatabase {
  const database = openSqlite(location, true);
  try {
    schemaState(database); // throws if this version could not restore it
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  flush(target);
  const copy = new Sqlite(target, { readonly: true });
  try {
    return contentOf(copy);
  } finally {
    copy.close();
  }
}

/**
 * Throws unless a copy can be restored to this path. The file must not exist, or must be a database without a location, booking, API key or other
 * entered data, and other processes must not have it open.
 */
export function assertVacant({ path }: SqliteLocation): void {
  if (path === ':memory:') throw new Error('a database in memory dies with its process');
  if (!existsSync(path)) {
    const rest = ['-wal', '-journal'].find((suffix) => existsSync(path + suffix));
    if (rest) throw new Error(`${path}${rest} belongs to a database that was there: move it away first`);
    return;
  }
  const database = new Sqlite(path, { timeout: 1000 });
  try {
    const { rows } = contentOf(database);
    const content = ENTERED.filter((table) => (rows[table] ?? 0) > 0).map(
      (table) => `${table}: ${rows[table]}`,
    );
    if (content.length > 0)
      throw new Error(`it is not empty (${content.join(', ')}): restore into an empty database`);
    // This requires that no other process has it open; it also removes the log file.
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    throw isSqliteError(error, 'SQLITE_BUSY')
      ? new Error('another process has it open: stop it first')
      : error;
  } finally {
    database.close();
  }
}

/** Tables with rows in every database that is in use. */
const ENTERED = ['locations', 'bookings', 'api_keys', 'sign_ups', 'endpoints', 'deliveries'];

/** Sessions that ended since the copy would become valid again, so staff must sign in again. */
const SIGNED_IN = ['staff_sessions', 'sign_in_links'];

/**
 * Replaces a database by a copy that {@link copyDatabase} has written, and migrates its schema. The copy is on the same disk and is moved in one
 * atomic step, so the database is complete at every instant. All sessions are ended.
 * @throws Error when the copy is damaged or not the expected one, its schema is newer than this code, or the target is not vacant
 */
export function installDatabase(location: SqliteLocation, copy: string, expected: CopiedDatabase): void {
  installBy(migrations(), location, copy, expected);
}

export function installBy(
  all: readonly Migration[],
  location: SqliteLocation,
  copy: string,
  expected: CopiedDatabase,
): void {
  const database = openSqlite({ path: copy }, true);
  try {
    assertSound(database, expected);
    migrateDatabase(database, all);
    for (const table of SIGNED_IN) database.exec(`DELETE FROM ${table}`);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  flush(copy);
  assertVacant(location);
  rmSync(`${location.path}-wal`, { force: true });
  renameSync(copy, location.path);
  flush(dirname(resolve(location.path)));
}

function assertSound(database: Database, expected: CopiedDatabase): void {
  const verdict = database.pragma('integrity_check(1)', { simple: true });
  if (verdict !== 'ok') throw new Error(`the copy is damaged: ${String(verdict)}`);
  const orphans = database.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) throw new Error('the copy is damaged: rows point to others that are not there');
  const found = contentOf(database);
  const differs = Object.keys({ ...found.rows, ...expected.rows }).find(
    (table) => found.rows[table] !== expected.rows[table],
  );
  if (differs !== undefined || found.version !== expected.version)
    throw new Error(`the copy is not the one that was made: ${differs ?? 'its schema'} differs`);
}

function contentOf(database: Database): CopiedDatabase {
  const tables = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all();
  const count = (table: string): number =>
    database.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get()!;
  const version = tables.includes('schema_migrations')
    ? database.prepare<[], number>('SELECT coalesce(max(version), 0) FROM schema_migrations').pluck().get()!
    : 0;
  return { version, rows: Object.fromEntries(tables.map((table) => [table, count(table)])) };
}

/** Makes a written file, or a renamed entry of a folder, survive a power loss. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
