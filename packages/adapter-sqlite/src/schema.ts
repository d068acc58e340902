import {
  assertCurrent as assertCurrentIn,
  assertNotNewer as assertNotNewerIn,
  assertOwnTables,
  batchOf,
  type Migration,
  type RecordedMigration,
  type SchemaState,
  schemaStateOf,
  tablesOf,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** Migrates an open database; returns the names of the applied migrations. */
export function migrateDatabase(database: Database, all = migrations()): readonly string[] {
  const { pending } = assertNotNewer(database, all);
  const applied: string[] = [];
  const isApplied = ({ version }: Migration): boolean => {
    database.exec(LEDGER);
    return stateOf(database, all).version >= version; // another process has applied it
  };
  const apply = database.transaction((migration: Migration, work: () => void) => {
    if (isApplied(migration)) return;
    work();
    const { version, name } = migration;
    database
      .prepare('INSERT INTO schema_migrations (version, name, applied_ms) VALUES (?, ?, ?)')
      .run(version, name, Date.now());
    applied.push(name);
  });
  for (const migration of all.filter(({ name }) => pending.includes(name))) {
    const batch = batchOf(migration);
    if (batch === null) {
      apply.immediate(migration, () => database.exec(migration.sql));
      continue;
    }
    const statement = database.prepare(batch);
    const some = database.transaction(() => isApplied(migration) || statement.all().length === 0);
    while (!some.immediate());
    apply.immediate(migration, () => undefined);
  }
  return applied;
}

const LEDGER = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL
  ) STRICT`;
const COLUMNS = 'version name applied_ms';

export function schemaState(database: Database): SchemaState {
  return stateOf(database, migrations());
}

/** Throws with instructions if the schema is too old. A newer one is accepted: a running process continues while a newer one migrates. */
export function assertServed(database: Database): void {
  assertCurrentIn(schemaState(database), database.name);
}

/** Throws with instructions unless the schema is the one of this code. */
export function assertCurrent(database: Database): void {
  assertCurrentIn(assertNotNewer(database), database.name);
}

function assertNotNewer(database: Database, all = migrations()): SchemaState {
  return assertNotNewerIn(stateOf(database, all), database.name);
}

function stateOf(database: Database, all: readonly Migration[]): SchemaState {
  return schemaStateOf(all, database.transaction(recordedIn)(database, all));
}

/** In one transaction: between two reads another process can create the schema. */
function recordedIn(database: Database, all: readonly Migration[]): readonly RecordedMigration[] {
  const columns = database.pragma('table_info(schema_migrations)') as readonly { readonly name: string }[];
  if (columns.map(({ name }) => name).join(' ') === COLUMNS)
    return database.prepare<[], RecordedMigration>('SELECT version, name FROM schema_migrations').all();
  const named = [...tablesOf(all), 'schema_migrations'].map((name) => `'${name}'`).join(', ');
  const foreign = database
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE name IN (${named})`)
    .pluck()
    .all();
  assertOwnTables(foreign, database.name, 'give Bord a separate file');
  return [];
}
