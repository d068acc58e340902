import type { Database } from 'better-sqlite3';
import type { WorkingSnapshots } from './working-snapshot.ts';

/** So many stretches of the diary are taken on into the next transaction; more are all read anew. */
const STRETCHES_MAX = 64;

export interface LastingSnapshots {
  /** What is true in the transaction that has just begun: with the write lock held, so that it stays true. */
  begin(): WorkingSnapshots;
  /** The transaction has been committed, and all of it has been told to its snapshots. If this is not called, they are dropped. */
  committed(): void;
}

/**
 * A rush is one evening, booked in one transaction after the other. What one of them has read and evolved is what the next would read, unless
 * somebody else has written in between; and SQLite says exactly whether anybody has. `data_version` changes with every commit of another
 * connection, and `total_changes` with every row that this one writes, which are the writes of the program around the storage that has opened the
 * database. Both are looked at under the write lock, and where one has changed everything is read anew.
 */
export function lastingSnapshots(database: Database, anew: () => WorkingSnapshots): LastingSnapshots {
  const othersCommits = database.prepare<[], number>('PRAGMA data_version').pluck();
  const ownRows = database.prepare<[], number>('SELECT total_changes()').pluck();
  let last:
    | { readonly snapshots: WorkingSnapshots; readonly commits: number; readonly rows: number }
    | undefined;
  let current: { readonly snapshots: WorkingSnapshots; readonly commits: number } | undefined;

  return {
    begin() {
      const commits = othersCommits.get()!;
      const isSame = last?.commits === commits && last.rows === ownRows.get()!;
      current = { snapshots: isSame ? last!.snapshots : anew(), commits };
      last = undefined;
      return current.snapshots;
    },
    committed() {
      // Others may have committed since this transaction has: they are told by the number that was read in it.
      if (current && current.snapshots.size <= STRETCHES_MAX) last = { ...current, rows: ownRows.get()! };
      current = undefined;
    },
  };
}
