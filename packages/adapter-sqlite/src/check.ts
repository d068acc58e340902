import { sharedCheck } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { assertServed } from './schema.ts';

/**
 * Looks whether the database can be written: its first page is written as it is, in a transaction that is shared with whoever else is
 * just writing. On a busy server that costs no flush of its own. (To write a row as it is would write nothing: SQLite compares.)
 *
 * @throws BookingError `unavailable` when the disk is full, failing or read-only, or another process writes for too long
 * @throws Error when the schema lacks what this code needs
 */
export function sqliteCheck(database: Database, commits: GroupCommit<unknown>): () => Promise<void> {
  return sharedCheck(() =>
    commits.run(() => {
      assertServed(database);
      database.pragma(`user_version = ${String(database.pragma('user_version', { simple: true }))}`);
    }),
  );
}
