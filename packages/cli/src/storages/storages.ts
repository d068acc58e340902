import { postgres, type PostgresUrl } from './postgres.ts';
import { sqlite, type SqliteUrl } from './sqlite.ts';
import type { ConfiguredStorage, StorageKind } from './storage-kind.ts';

/** Where the data lies. */
export type DatabaseUrl = SqliteUrl | PostgresUrl;

/** Every kind of database that there is, by the name that it has in backups. */
const KINDS = { sqlite, postgres };

export const DATABASE_KINDS = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

/** How `BORD_DATABASE` names a database, for people. */
export const DATABASE_FORMS: string = DATABASE_KINDS.map((kind) => KINDS[kind].form).join(' or ');

/** Parses `BORD_DATABASE`; undefined for an invalid text. */
export function readDatabaseUrl(text: string): DatabaseUrl | undefined {
  for (const kind of DATABASE_KINDS) {
    const database = KINDS[kind].read(text);
    if (database !== undefined) return database;
  }
  return undefined;
}

/** How `BORD_DATABASE_DIRECT` names a database, for people. */
export const DIRECT_FORM: string = postgres.form;

/** A URL for `BORD_DATABASE_DIRECT`; undefined when it is none. */
export function readDirectUrl(text: string): string | undefined {
  return postgres.read(text)?.url;
}

/** The database with its direct URL; undefined when it is of a kind that has none. */
export function withDirectUrl(database: DatabaseUrl, url: string): DatabaseUrl | undefined {
  const kind: StorageKind<DatabaseUrl> = KINDS[database.kind];
  return kind.withDirect?.(database, url);
}

/** The URL parameters of a text that {@link readDatabaseUrl} has read. */
export function parametersOf(text: string): ReturnType<StorageKind<DatabaseUrl>['parameters']> {
  const { kind } = readDatabaseUrl(text)!;
  return KINDS[kind].parameters(text);
}

export function storageOf(database: DatabaseUrl): ConfiguredStorage {
  const kind: StorageKind<DatabaseUrl> = KINDS[database.kind];
  return kind.at(database);
}

export function titleOf(kind: DatabaseUrl['kind']): string {
  return KINDS[kind].title;
}
