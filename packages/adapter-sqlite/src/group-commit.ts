import { setTimeout as sleep } from 'node:timers/promises';
import { type StepBudget, stepBudget } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { asUnavailable, unavailable } from './errors.ts';
import { takingTurns } from './taking-turns.ts';
import { type WriteLock, writeLock } from './write-lock.ts';

export interface GroupCommit<S> {
  /**
   * Runs the step in a transaction that holds the write lock of the database, and resolves with its result once that is durable. If the step
   * throws, its writes are undone, its error is passed on, and the other steps of the transaction are kept. A step can run again after its writes
   * were undone.
   *
   * `shared` is new in each transaction: data that one step has read is valid for the next, because other connections cannot write. A step that
   * writes must update it.
   * @param locationId the location of the step: steps of one location run in order, and locations take turns. Null: none
   * @throws BookingError `unavailable` when the database was busy for too long or could not write
   */
  run<R>(step: (shared: S) => R, locationId?: string | null): Promise<R>;

  /** Whether a transaction will start soon in any case. */
  isPending(): boolean;

  /** Resolves when no step is waiting. */
  drain(): Promise<void>;
}

interface Waiting<S> {
  readonly step: (shared: S) => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Settles the promise of a step; called once the outcome is durable. */
type Answer = () => void;

/**
 * Groups steps into transactions, so that many bookings share a flush, which costs many times as much as a booking. Steps wait until the event loop
 * has read its sockets: all that arrived by then share a transaction. A single step does not wait.
 *
 * A savepoint for each step would make SQLite copy every page that it touches, which costs half as much as the step. Steps rarely throw, so a group
 * runs without savepoints first. If a step throws, all is rolled back and repeated with savepoints, and only the failing one is undone.
 *
 * A transaction blocks the event loop and other processes, so it takes only as many steps as there is time for (see `stepBudget`). The rest is
 * taken in the next one, after a turn of the event loop.
 *
 * A long queue of one location does not block another one, whose step is in the next transaction.
 * @param seal called with the shared data after the last step, and may write
 * @param nowMs a monotonic clock; defaults to `performance.now`
 */
export function groupCommit<S>(
  database: Database,
  share: () => S,
  seal: (shared: S) => Answer = () => () => undefined,
  nowMs?: () => number,
): GroupCommit<S> {
  const lock = writeLock(database);
  const transaction = transactionOf(database, lock);
  const { waiting, add, drop } = takingTurns<Waiting<S>>();
  let isScheduled = false;
  let isCareful = false;

  function schedule(pauseMs: number): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    void (pauseMs === 0 ? setImmediate(transact) : setTimeout(transact, pauseMs));
  }

  function transact(): void {
    isScheduled = false;
    let answers: Answer[] | null;
    try {
      transaction.rollback(); // one that has failed before
      const pauseMs = lock.take();
      if (pauseMs !== null) return schedule(pauseMs);
      transaction.begun();
      const shared = share();
      answers = isCareful ? runEach(waiting, shared, stepBudget(nowMs), apart) : runTogether(shared);
      if (answers === null) transaction.rollback();
      else {
        const sealed = seal(shared);
        transaction.commit();
        sealed();
      }
    } catch (error) {
      transaction.undo();
      answers = waiting.map((one) => () => one.reject(unavailable(error)));
    }
    isCareful = answers === null;
    drop(answers?.length ?? 0);
    schedule(0);
    for (const answer of answers ?? []) answer();
  }

  /** Null if a step has thrown. */
  function runTogether(all: S): Answer[] | null {
    try {
      return runEach(waiting, all, stepBudget(nowMs), plainly);
    } catch (error) {
      if (database.inTransaction) return null;
      throw error; // such as a full disk: SQLite has rolled back all of it
    }
  }

  function apart({ step, resolve, reject }: Waiting<S>, shared: S): Answer {
    try {
      const result = transaction.inSavepoint(() => step(shared)) as never;
      return () => resolve(result);
    } catch (error) {
      if (!database.inTransaction) throw error;
      return () => reject(asUnavailable(error));
    }
  }

  return {
    isPending: () => isScheduled,
    run: (step, locationId = null) =>
      new Promise((resolve, reject) => {
        add({ step, resolve, reject }, locationId);
        schedule(0);
      }),
    async drain() {
      while (waiting.length > 0) await sleep(1);
    },
  };
}

function plainly<S>({ step, resolve }: Waiting<S>, shared: S): Answer {
  const result = step(shared) as never;
  return () => resolve(result);
}

/** Runs as many steps as a transaction has time for. */
function runEach<S>(
  waiting: readonly Waiting<S>[],
  shared: S,
  budget: StepBudget,
  run: (one: Waiting<S>, shared: S) => Answer,
): Answer[] {
  const answers: Answer[] = [];
  for (const one of waiting) {
    if (!budget.hasRoom) break;
    answers.push(budget.run(() => run(one, shared)));
  }
  return answers;
}

function transactionOf(database: Database, lock: WriteLock) {
  const commit = database.prepare('COMMIT');
  const rollbackStatement = database.prepare('ROLLBACK');
  /** A transaction of this storage is open. All others belong to the host program. */
  let isOurs = false;
  const rollback = (): void => {
    if (isOurs && database.inTransaction) rollbackStatement.run();
    isOurs = false;
  };
  return {
    begun: (): void => void (isOurs = true),
    commit(): void {
      commit.run();
      isOurs = false;
      lock.rest();
    },
    /** Without effect if none is open. */
    rollback,
    undo(): void {
      try {
        rollback();
      } catch {
        // waiting steps get the first error
      }
    },
    inSavepoint: database.transaction((step: () => unknown) => step()),
  };
}
