import type { Database } from 'better-sqlite3';

/** Counts in the database the transactions that changed what other processes keep in memory. */
export interface Changes {
  /** Counts the transaction that is under way. The result is to be called when it is committed. */
  count(): () => void;
  /** Others have counted one since this was asked last. */
  haveOthersCounted(): boolean;
}

/**
 * A number in the database, and the one at which this process knows it. Whoever counts reads what others have counted before, so it is one
 * row for all and needs no list of who writes. Transactions that change nothing of the kind leave it alone: to send a
 * webhook takes two of them, and if those made all others forget their days ten times a second, nobody would keep any.
 *
 * A hand in the database does not count. What is kept is old by itself after some seconds.
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
