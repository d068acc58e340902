import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { BUSY_MS } from './open.ts';
import { asUnavailable, isSqliteError } from './errors.ts';

/** Whoever reads or writes meanwhile is done with it soon; somebody who holds a transaction open for longer is not waited for. */
const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Removes what has been erased from the files of a database. Under `secure_delete` its bytes are overwritten wherever a row or page is let go, but
 * the log still has the pages of before: it is copied into the file and cut to nothing. False when others did not let go of it.
 *
 * Thoroughly: the file is also written anew, which takes away what a version without `secure_delete` has left in it. Nobody can write meanwhile,
 * and it takes as much room again on the disk.
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

/** Waits for nobody, since all of this process would wait along; false when somebody else is at it. */
function impatiently(database: Database, work: () => boolean): boolean {
  if (database.inTransaction) return false; // of the program that has opened the database
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
