import type { Database } from 'better-sqlite3';

/** Counts transactions that changed data that other processes cache. */
export interface Changes {
  /** Counts the current transaction. The result must be called after its commit. */
  count(): () => void;
  /** Whether other processes have counted since the last call. */
  haveOthersCounted(): boolean;
}

/**
 * A counter in the database, and its last value known to this process. A process that counts reads the counts of others first, so one row is enough
 * for all. Other transactions do not count: sending a webhook takes two of them, and would otherwise clear all caches ten times a second.
 *
 * Manual changes are not counted. Caches expire after some seconds.
 */
export function changeCounter(database: Database): Changes {
  const count = database
    .prepare<[], number>('UPDATE changes SET counted = counted + 1 RETURNING counted')
    .pluck();
  const read = database.prepare<[], number>('SELECT counted FROM changes').pluck();
  let known = read.get()!;
  let hasMissed = false;

  return {
    count() {
      const counted = count.get()!;
      return () => {
        if (counted !== known + 1) hasMissed = true;
        known = counted;
      };
    },
    haveOthersCounted() {
      const counted = read.get()!;
      const haveOthers = hasMissed || counted !== known;
      known = counted;
      hasMissed = false;
      return haveOthers;
    },
  };
}
