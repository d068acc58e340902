import type { Storage } from '@bord/engine';
import { Failure } from '../failure.ts';
import type { Migrates } from '../storages/storage-kind.ts';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';

/** Opens the configured database, as its kind is opened. */
export async function openStorage(database: DatabaseUrl, migrates: Migrates): Promise<Storage> {
  return orCannotUse(database, () => storageOf(database).open(migrates));
}

/** Brings the schema up to date; the names of the migrations that were applied. */
export async function migrateDatabase(database: DatabaseUrl): Promise<readonly string[]> {
  return orCannotUse(database, () => storageOf(database).migrate());
}

/** What this work returns; a failure that names the database when it cannot be used for it. */
export async function orCannotUse<R>(database: DatabaseUrl, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? error : cannotUse(database, error);
  }
}

function cannotUse(database: DatabaseUrl, error: unknown): Failure {
  const storage = storageOf(database);
  const reason = error instanceof Error ? error.message || (error as { code?: string }).code : String(error);
  const advice = storage.creationOf(error);
  return new Failure(
    `the database ${storage.name} cannot be used: ${reason}${advice === null ? '' : `. To create it: ${advice}`}`,
  );
}
