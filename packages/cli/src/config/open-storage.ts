import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Storage } from '@bord/engine';
import type { DatabaseUrl } from './config.ts';
import { creationOf } from '../doctor/create-database.ts';
import { Failure } from '../failure.ts';

/** Whether the schema may be changed on opening: always, or only where there is none yet. */
export type Migrates = 'always' | 'if empty';

/**
 * Opens the configured database. A SQLite file is created and migrated by whoever comes first, as it belongs to this machine alone; a
 * folder for it is made by a server only, so that a mistyped path is noticed. A PostgreSQL is shared: a server that starts brings its schema up to date, another command only says that it is old.
 */
export async function openStorage(database: DatabaseUrl, migrates: Migrates): Promise<Storage> {
  try {
    return database.kind === 'sqlite'
      ? await openSqlite(database.path, migrates)
      : await openPostgres(database.url, migrates);
  } catch (error) {
    throw cannotUse(database, error);
  }
}

/** Brings the schema up to date; the names of the migrations that were applied. */
export async function migrateDatabase(database: DatabaseUrl): Promise<readonly string[]> {
  try {
    if (database.kind === 'sqlite')
      return (await import('@bord/adapter-sqlite')).migrate({ path: database.path });
    return await (await import('@bord/adapter-pg')).migrate({ url: database.url });
  } catch (error) {
    throw cannotUse(database, error);
  }
}

/** The database's name for people: without the password. */
export function nameOf(database: DatabaseUrl): string {
  if (database.kind === 'sqlite') return database.path;
  const { username, host, pathname } = new URL(database.url);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

async function openSqlite(path: string, migrates: Migrates): Promise<Storage> {
  if (migrates === 'if empty') assertFolder(path);
  const { sqliteStorage } = await import('@bord/adapter-sqlite');
  return sqliteStorage({ path, migrate: true });
}

function assertFolder(path: string): void {
  const folder = dirname(resolve(path));
  if (path !== ':memory:' && !existsSync(folder))
    throw new Error(
      `there is no folder ${folder}. If BORD_DATABASE names the right place, bord serve and bord migrate make it`,
    );
}

async function openPostgres(url: string, migrates: Migrates): Promise<Storage> {
  const { inspect, migrate, pgStorage } = await import('@bord/adapter-pg');
  const { version, wanted, pending } = await inspect({ url });
  if (version > wanted) throw new Error('its schema is newer than this version of Bord: run the newer one');
  if (version < wanted) {
    if (version > 0 && migrates === 'if empty') {
      throw new Error(
        `its schema is old (${pending.length} migrations wait): run bord migrate, or restart a server`,
      );
    }
    await migrate({ url });
  }
  const storage = pgStorage({ url });
  try {
    await storage.check();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** What is said of a database with which something is wrong. */
export function cannotUse(database: DatabaseUrl, error: unknown): Failure {
  const reason = error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
  const advice = database.kind === 'postgres' ? creationOf(database.url, error) : null;
  return new Failure(
    `the database ${nameOf(database)} cannot be used: ${reason}${advice === null ? '' : `. To create it: ${advice}`}`,
  );
}
