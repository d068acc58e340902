import type { Database } from 'better-sqlite3';
import type { WorkingSnapshots } from './working-snapshot.ts';

/** The most diary ranges that are kept for the next transaction; beyond that all are read again. */
const STRETCHES_MAX = 64;

export interface LastingSnapshots {
  /** The valid snapshots of the transaction that has just started: with the write lock held, so they stay valid. */
  begin(): WorkingSnapshots;
  /** The transaction was committed, and its snapshots include all of it. Without this call they are dropped. */
  committed(): void;
}

/**
 * A rush is many transactions on one day, and the state after one is what the next would read, unless another connection has written. SQLite shows
 * that exactly: `data_version` changes with every commit of another connection, and `total_changes` with every row that this one writes, including
 * the host program. Both are compared under the write lock, and after a change everything is read again.
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
      // Other processes can commit after this transaction: that is detected by the number that was read in it.
      if (current && current.snapshots.size <= STRETCHES_MAX) last = { ...current, rows: ownRows.get()! };
      current = undefined;
    },
  };
}
