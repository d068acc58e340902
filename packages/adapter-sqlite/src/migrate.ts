import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { openSqlite, type Setting, settingsOf, type SqliteLocation } from './open.ts';

/** One numbered file of `migrations/`. */
interface Migration {
  /** Counts from 1 without a gap. */
  readonly version: number;
  /** The file's name, without `.sql`. */
  readonly name: string;
  readonly sql: string;
}

/** How far a database's schema is. */
export interface SchemaState {
  /** The last migration that has been applied; 0 for an empty database. */
  readonly version: number;
  /** The version that this code needs. */
  readonly wanted: number;
  /** Names of the migrations that wait to be applied, in order. */
  readonly pending: readonly string[];
}

/** What there is to know of a database before it is used. */
export interface DatabaseState extends SchemaState {
  /** How durable and how patient its connections are; each should be as it is wanted. */
  readonly settings: readonly Setting[];
  /** When the nightly work last ran; null: never, or the schema is older than that. */
  readonly lastRunMs: number | null;
}

const FOLDER = new URL('../migrations/', import.meta.url);

let known: readonly Migration[] | undefined;

/** The migrations that come with this code, in order. */
function migrations(): readonly Migration[] {
  known ??= readdirSync(FOLDER)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(file, FOLDER), 'utf8'),
    }));
  return known;
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
  const version = versionOf(database);
  return {
    version,
    wanted: migrations().at(-1)?.version ?? 0,
    pending: migrations()
      .filter((migration) => migration.version > version)
      .map(({ name }) => name),
  };
}

/** Throws unless the schema is the one that this code needs; says what to do. */
export function assertCurrent(database: Database): void {
  const { version, wanted, pending } = assertNotNewer(database);
  if (pending.length === 0) return;
  throw new Error(
    `${database.name} has schema version ${version}, and this version of Bord needs ${wanted}: run bord migrate`,
  );
}

function assertNotNewer(database: Database): SchemaState {
  const state = schemaState(database);
  if (state.version <= state.wanted) return state;
  throw new Error(
    `${database.name} has schema version ${state.version}, and this version of Bord knows ${state.wanted} at most: ` +
      'it has been used by a newer Bord; run that one',
  );
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
