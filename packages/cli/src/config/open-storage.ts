import type { Storage } from '@bord/engine';
import { Failure } from '../output/failure.ts';
import type { Migrates } from '../storages/storage-kind.ts';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';

export interface AwayOptions {
  /** Waits up to a minute for the database and calls this with each reason. Without it, an unavailable database is an error. */
  readonly onAway?: (database: string, reason: string) => void;
}

/**
 * Opens the configured database, as its kind is opened.
 *
 * @throws Failure when it cannot be used
 */
export async function openStorage(
  database: DatabaseUrl,
  migrates: Migrates,
  { onAway }: AwayOptions = {},
): Promise<Storage> {
  const storage = storageOf(database);
  return orCannotUse(database, () =>
    storage.open(migrates, onAway && ((reason) => onAway(storage.name, reason))),
  );
}

/** Brings the schema up to date; the names of the migrations that were applied. */
export async function migrateDatabase(database: DatabaseUrl): Promise<readonly string[]> {
  return orCannotUse(database, () => storageOf(database).migrate());
}

export async function orCannotUse<R>(database: DatabaseUrl, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? error : cannotUse(database, error);
  }
}

function cannotUse(database: DatabaseUrl, error: unknown): Failure {
  const storage = storageOf(database);
  const reason = error instanceof Error ? error.message : String(error);
  const advice = storage.creationOf(error);
  return new Failure(
    `the database ${storage.name} cannot be used: ${reason}. ${advice === null ? 'To examine it: bord doctor' : `To create it: ${advice}`}`,
  );
}
