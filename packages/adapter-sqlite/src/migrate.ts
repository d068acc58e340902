import type { SchemaState } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { openSqlite, settingsOf } from './open.ts';
import { migrateDatabase, schemaState } from './schema.ts';
import type { Setting, SqliteLocation } from './source.ts';

/** The state of a database before its use. */
export interface DatabaseState extends SchemaState {
  /** The settings of its connections, with present and required values. */
  readonly settings: readonly Setting[];
  /** When nightly maintenance last ran; null: never, or the schema is too old. */
  readonly lastRunMs: number | null;
}

/**
 * Migrates the schema of a database, and creates a database that does not exist. Any number of processes can call it concurrently: each migration is
 * applied by one of them, completely or not at all.
 *
 * @returns the names of the migrations that this call has applied
 * @throws Error when the schema is newer than this code, or a migration fails
 */
export function migrate(location: SqliteLocation): readonly string[] {
  return withDatabase(location, false, migrateDatabase);
}

/** Inspects a database without migrating it. Throws if it does not exist. */
export function inspect(location: SqliteLocation): DatabaseState {
  return withDatabase(location, true, (database) => ({
    ...schemaState(database),
    settings: settingsOf(database),
    lastRunMs: lastRunOf(database),
  }));
}

function lastRunOf(database: Database): number | null {
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'maintenance'`).get();
  if (table === undefined) return null;
  return database.prepare<[], number>('SELECT last_run_ms FROM maintenance').pluck().get() ?? null;
}

function withDatabase<R>(location: SqliteLocation, mustExist: boolean, use: (database: Database) => R): R {
  const database = openSqlite(location, mustExist);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
