/** The versions of a database's schema, as SQL files. Each storage applies them in its own way. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One version of the schema. */
export interface Migration {
  /** Counts from 1 without a gap. */
  readonly version: number;
  /** `0001-baseline` for the first version, the file's name without `.sql` for a later one. */
  readonly name: string;
  /** Its statements. */
  readonly sql: string;
}

/** A migration as a database has recorded it. */
export type RecordedMigration = Pick<Migration, 'version' | 'name'>;

/** The version of a database's schema, compared with the required one. */
export interface SchemaState {
  /** The last migration that has been applied; 0 for an empty database. */
  readonly version: number;
  /** The version that this code needs. */
  readonly wanted: number;
  /** Names of the migrations that are not applied yet, in order. */
  readonly pending: readonly string[];
}

/** A schema that this version cannot use. */
export class SchemaError extends Error {
  /** `SchemaError` or `EarlierSchema`. */
  override readonly name: string = 'SchemaError';
  /** The next step for the operator. */
  readonly advice: string;

  /** The message consists of the finding and the advice. */
  constructor(found: string, advice: string) {
    super(`${found}: ${advice}`);
    this.advice = advice;
  }
}

/** A database of a commit before version 0.1.0, whose schema this version cannot use or upgrade. */
export class EarlierSchema extends SchemaError {
  /** Always `EarlierSchema`. */
  override readonly name = 'EarlierSchema';

  /** The message consists of the finding and {@link advice}. */
  constructor() {
    const advice =
      'with the old version run bord locations export and bord bookings list --json for each location, ' +
      'then with this version and an empty database bord locations apply and bord import; see “Upgrade” in the documentation';
    super('its schema is older than Bord 0.1.0 and cannot be upgraded', advice);
  }
}

const BASELINE = '0001-baseline';

/**
 * The migrations of a storage, in order. The first is its files `schema.sql` and, if it exists, `functions.sql`. Later ones are the files
 * `0002-NAME.sql`, `0003-NAME.sql` and so on in its folder `migrations`, if it exists. NAME has small letters, digits and hyphens; other files are
 * ignored.
 *
 * @param folder the folder of `schema.sql`
 * @throws Error if a number is missing or occurs twice: a database would lack the changes of that file
 */
export function readMigrations(folder: URL): readonly Migration[] {
  const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
  const baseline = ['schema.sql', 'functions.sql'].filter(
    (file, i) => i === 0 || existsSync(new URL(file, folder)),
  );
  const later = new URL('migrations/', folder);
  const files = existsSync(later) ? readdirSync(later).filter((file) => FILE_NAME.test(file)) : [];
  return [
    { version: 1, name: BASELINE, sql: baseline.map(textOf).join('\n') },
    ...files.toSorted().map((file, i) => {
      const version = Number(file.slice(0, 4));
      if (version !== i + 2)
        throw new Error(`${file}: the next migration must be number ${String(i + 2).padStart(4, '0')}`);
      return { version, name: file.slice(0, -'.sql'.length), sql: textOf(`migrations/${file}`) };
    }),
  ];
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * The statement of a migration that fills in rows a batch at a time, each in its own transaction. So servers wait for at most one batch, and an
 * interrupted run resumes. The first line of such a file is `-- in batches`. The rest is one statement that changes at most `LIMIT` rows without
 * the new value and returns them (`RETURNING`). It is repeated until it returns none. Null for any other migration.
 *
 * @throws Error if the file has any other content
 */
export function batchOf({ name, sql }: Migration): string | null {
  if (!sql.startsWith(`${IN_BATCHES}\n`)) return null;
  const statement = sql.replace(/^--.*$/gm, '').trim();
  if (!/^[^;]*\bLIMIT \d+\b[^;]*\bRETURNING\b[^;]+;$/.test(statement))
    throw new Error(`${name}: in batches, write one statement with LIMIT and RETURNING`);
  return statement;
}

const IN_BATCHES = '-- in batches';

/**
 * The state of a schema with these recorded migrations.
 *
 * @throws EarlierSchema if it began with another first version
 */
export function schemaStateOf(
  migrations: readonly Migration[],
  recorded: readonly RecordedMigration[],
): SchemaState {
  if (recorded.some(({ version, name }) => version === 1 && name !== BASELINE)) throw new EarlierSchema();
  const version = Math.max(0, ...recorded.map((migration) => migration.version));
  return {
    version,
    wanted: migrations.length,
    pending: migrations.filter((migration) => migration.version > version).map(({ name }) => name),
  };
}

/**
 * Throws if the schema lacks a migration that this code needs; the message contains the next step. A newer schema passes.
 *
 * @param database the name of the database in the message, for example its path
 */
export function assertCurrent({ version, wanted, pending }: SchemaState, database: string): void {
  if (pending.length === 0) return;
  throw new Error(
    `${database} has schema version ${version}, and this version of Bord needs ${wanted}: run bord migrate`,
  );
}

/** Throws if a database has tables of another program with names of Bord's. */
export function assertOwnTables(foreign: readonly string[], database: string, advice: string): void {
  if (foreign.length === 0) return;
  const names = foreign.toSorted().join(', ');
  throw new SchemaError(
    `${database} has tables of another program with names of Bord's (${names}), so nothing was changed`,
    advice,
  );
}

/** The tables that some migrations create. */
export function tablesOf(migrations: readonly Migration[]): readonly string[] {
  return migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^CREATE (?:UNLOGGED )?TABLE (?:\w+\.)?(\w+)/gm)].map(([, name]) => name!),
  );
}

/** Throws if the schema is newer than this code; returns it otherwise. */
export function assertNotNewer(state: SchemaState, database: string): SchemaState {
  if (state.version <= state.wanted) return state;
  throw new Error(
    `${database} has schema version ${state.version}, and this version of Bord knows ${state.wanted} at most: ` +
      'it has been used by a newer Bord; run that one',
  );
}
