import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { BUSY_MS } from './open.ts';
import { asUnavailable, isSqliteError } from './errors.ts';

/** Other readers and writers are usually done within this time; longer transactions are not waited for. */
const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Removes erased data from the files of a database. With `secure_delete` its bytes are overwritten when a row or page is freed. The log still has
 * the previous pages, so it is copied into the file and truncated. False if other connections prevented that.
 *
 * Thoroughly: the file is also rewritten, which removes data that a version without `secure_delete` has left. That blocks writes, and needs the
 * size of the file again on the disk.
 */
export async function scrubFiles(database: Database, thorough: boolean): Promise<boolean> {
  if (database.memory) return true;
  const work = thorough
    ? () => {
        database.exec('VACUUM');
        return isCut(database);
      }
    : () => isCut(database);
  for (let tries = 0; tries < TRIES; tries++) {
    if (impatiently(database, work)) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

function isCut(database: Database): boolean {
  const [state] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[];
  return state?.busy === 0;
}

/** Does not wait, because that would block the whole process; false if another connection is using it. */
function impatiently(database: Database, work: () => boolean): boolean {
  if (database.inTransaction) return false; // of the host program
  try {
    database.pragma('busy_timeout = 0');
    return work();
  } catch (error) {
    if (isSqliteError(error, 'SQLITE_BUSY') || isSqliteError(error, 'SQLITE_LOCKED')) return false;
    throw asUnavailable(error);
  } finally {
    database.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}
