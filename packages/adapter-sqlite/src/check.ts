import { sharedCheck } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { assertServed } from './schema.ts';

/**
 * Checks that the database accepts writes: its first page is written unchanged. It shares a transaction with other writes, so on a busy server it
 * costs no flush. (Updating a row to the same value would not write: SQLite compares.)
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
