import {
  assertCurrent as assertCurrentIn,
  assertNotNewer as assertNotNewerIn,
  type Migration,
  readMigrations,
  type SchemaState,
  schemaStateOf,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { openSqlite, type Setting, settingsOf, type SqliteLocation } from './open.ts';

/** What there is to know of a database before it is used. */
export interface DatabaseState extends SchemaState {
  /** How durable and how patient its connections are; each should be as it is wanted. */
  readonly settings: readonly Setting[];
  /** When the nightly work last ran; null: never, or the schema is older than that. */
  readonly lastRunMs: number | null;
}

let known: readonly Migration[] | undefined;

/** The migrations that come with this code, in order. */
function migrations(): readonly Migration[] {
  return (known ??= readMigrations(new URL('../migrations/', import.meta.url)));
}

/**
 * Brings the schema of a database up to date; a database that is not there yet is created. Any number of processes may
 * do so at once: each migration is applied by one of them, whole or not at all.
 *
 * @returns the names of the migrations that this call has applied
 * @throws Error when the schema is newer than this code, or a migration fails
 */
export function migrate(location: SqliteLocation): readonly string[] {
  return withDatabase(location, false, migrateDatabase);
}

/** Looks at a database without migrating it. Throws when there is none. */
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

/** {@link migrate} on an open connection. */
export function migrateDatabase(database: Database): readonly string[] {
  const { pending } = assertNotNewer(database);
  const applied: string[] = [];
  const apply = database.transaction(({ version, name, sql }: Migration) => {
    database.exec(LEDGER);
    if (versionOf(database) >= version) return; // another process was first
    database.exec(sql);
    database
      .prepare('INSERT INTO schema_migrations (version, name, applied_ms) VALUES (?, ?, ?)')
      .run(version, name, Date.now());
    applied.push(name);
  });
  for (const migration of migrations()) if (pending.includes(migration.name)) apply.immediate(migration);
  return applied;
}

const LEDGER = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL
  ) STRICT`;

/** How far the schema of an open database is. */
function schemaState(database: Database): SchemaState {
  return schemaStateOf(migrations(), versionOf(database));
}

/** Throws unless the schema is the one that this code needs; says what to do. */
export function assertCurrent(database: Database): void {
  assertCurrentIn(assertNotNewer(database), database.name);
}

function assertNotNewer(database: Database): SchemaState {
  return assertNotNewerIn(schemaState(database), database.name);
}

function versionOf(database: Database): number {
  const ledger = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_migrations'`).get();
  if (ledger === undefined) return 0;
  return Number(database.prepare('SELECT coalesce(max(version), 0) FROM schema_migrations').pluck().get());
}

function withDatabase<R>(location: SqliteLocation, mustExist: boolean, use: (database: Database) => R): R {
  const database = openSqlite(location, mustExist);
  try {
    return use(database);
  } finally {
    database.close();
  }
}
