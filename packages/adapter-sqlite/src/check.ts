import { sharedCheck } from '@bord/engine';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { assertCurrent } from './migrate.ts';

/**
 * Looks whether the database can be written: a row that is always there is written as it is, in a transaction that it shares with
 * whoever else is just writing. On a busy server that costs no flush of its own.
 *
 * @throws BookingError `unavailable` when the disk is full, failing or read-only, or another process writes for too long
 * @throws Error when the schema is not the one that this code needs
 */
export function sqliteCheck(database: Database, commits: GroupCommit<unknown>): () => Promise<void> {
  const write = database.prepare('UPDATE service SET enabled = enabled');
  return sharedCheck(() =>
    commits.run(() => {
      assertCurrent(database);
      write.run();
    }),
  );
}
