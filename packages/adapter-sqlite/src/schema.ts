import {
  assertCurrent as assertCurrentIn,
  assertNotNewer as assertNotNewerIn,
  type Migration,
  readMigrations,
  type SchemaState,
  schemaStateOf,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';

let known: readonly Migration[] | undefined;

/** The migrations that come with this code, in order. */
function migrations(): readonly Migration[] {
  return (known ??= readMigrations(new URL('../migrations/', import.meta.url)));
}

/** Brings the schema of an open database up to date; the names of what was applied. */
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
export function schemaState(database: Database): SchemaState {
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
