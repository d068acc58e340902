import { postgres, type PostgresUrl } from './postgres.ts';
import { sqlite, type SqliteUrl } from './sqlite.ts';
import type { ConfiguredStorage, StorageKind } from './storage-kind.ts';

/** Where the data lies. */
export type DatabaseUrl = SqliteUrl | PostgresUrl;

/** Every kind of database that there is, by the name that it has in backups. */
const KINDS = { sqlite, postgres };

/** Their names. */
export const DATABASE_KINDS = Object.keys(KINDS) as readonly (keyof typeof KINDS)[];

/** How `BORD_DATABASE` names a database, for people. */
export const DATABASE_FORMS: string = DATABASE_KINDS.map((kind) => KINDS[kind].form).join(' or ');

/** What the text of `BORD_DATABASE` names; undefined when that is nothing. */
export function readDatabaseUrl(text: string): DatabaseUrl | undefined {
  for (const kind of DATABASE_KINDS) {
    const database = KINDS[kind].read(text);
    if (database !== undefined) return database;
  }
  return undefined;
}

/** What the command does with this database. */
export function storageOf(database: DatabaseUrl): ConfiguredStorage {
  const kind: StorageKind<DatabaseUrl> = KINDS[database.kind];
  return kind.at(database);
}

/** The kind's name for people. */
export function titleOf(kind: DatabaseUrl['kind']): string {
  return KINDS[kind].title;
}
