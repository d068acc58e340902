/** The schema of a database, as numbered files of SQL; how they are applied is each storage's own. */
import { readdirSync, readFileSync } from 'node:fs';

/** One numbered file, such as `0001-begin.sql`. */
export interface Migration {
  /** Counts from 1 without a gap. */
  readonly version: number;
  /** The file's name, without `.sql`. */
  readonly name: string;
  /** Its statements. */
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

/**
 * The migrations in a folder, in order: its files `0001-NAME.sql`, `0002-NAME.sql` and so on, where NAME has small letters, digits and
 * hyphens. Other files are passed over.
 *
 * @throws Error when a number is missing or there twice: a database would stay without what that file makes
 */
export function readMigrations(folder: URL): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file));
  return files.toSorted().map((file, i) => {
    const version = Number(file.slice(0, 4));
    if (version !== i + 1)
      throw new Error(`${file} stands where a migration ${String(i + 1).padStart(4, '0')} is expected`);
    return { version, name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, folder), 'utf8') };
  });
}

/** How far a schema is of which the migrations up to `version` have been applied. */
export function schemaStateOf(migrations: readonly Migration[], version: number): SchemaState {
  return {
    version,
    wanted: migrations.length,
    pending: migrations.filter((migration) => migration.version > version).map(({ name }) => name),
  };
}

/**
 * Throws when the schema lacks a migration that this code needs; says what to do. A newer schema passes.
 *
 * @param database how the database is called in the message, such as its path
 */
export function assertCurrent({ version, wanted, pending }: SchemaState, database: string): void {
  if (pending.length === 0) return;
  throw new Error(
    `${database} has schema version ${version}, and this version of Bord needs ${wanted}: run bord migrate`,
  );
}

/** Throws when the schema is newer than this code; returns it otherwise. */
export function assertNotNewer(state: SchemaState, database: string): SchemaState {
  if (state.version <= state.wanted) return state;
  throw new Error(
    `${database} has schema version ${state.version}, and this version of Bord knows ${state.wanted} at most: ` +
      'it has been used by a newer Bord; run that one',
  );
}
