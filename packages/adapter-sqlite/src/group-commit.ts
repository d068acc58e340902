import { setTimeout as sleep } from 'node:timers/promises';
import { type StepBudget, stepBudget } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { asUnavailable, unavailable } from './errors.ts';
import { takingTurns } from './taking-turns.ts';
import { type WriteLock, writeLock } from './write-lock.ts';

export interface GroupCommit<S> {
  /**
   * Runs the step in a transaction that holds the write lock of the database, and resolves with its result once that is
   * durable. If the step throws, what it wrote is undone, its error is passed on, and the other steps of the
   * transaction stand. A step may be run again, when what it did has been undone.
   *
   * `shared` is new in each transaction: what one step has read there the next need not read again, since nobody else
   * can write meanwhile. A step that writes keeps it true.
   *
   * @param locationId whose step it is: those of one location are taken in their order, and locations take turns. Null: of none
   * @throws BookingError `unavailable` when the database was busy for too long or could not write
   */
  run<R>(step: (shared: S) => R, locationId?: string | null): Promise<R>;

  /** A transaction is about to begin, whatever else is written. */
  isPending(): boolean;

  /** Resolves when nothing waits any more. */
  drain(): Promise<void>;
}

interface Waiting<S> {
  readonly step: (shared: S) => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Tells somebody how a step, or all of them, ended; to be called when that is durable. */
type Answer = () => void;

/**
 * One flush for many bookings. To flush costs many times what a booking costs otherwise, so steps wait until the event
 * loop has read what its sockets hold: all that have come by then share a transaction, one after the other. One that
 * comes alone waits for nobody.
 *
 * A savepoint around each step would make SQLite copy every page that the step touches, and cost half as much again as
 * the step itself. Steps hardly ever throw, so a group is first run without; if one throws, all is rolled back, and the
 * group is run again with a savepoint for each, so that only the one that throws is undone.
 *
 * A transaction lasts for one turn of the event loop, so it takes as many steps as there is time for (see `stepBudget`): other
 * processes wait for it, and the sockets of this one. The others have the next one, and the event loop a turn in between.
 *
 * A thousand steps of one location that wait do not keep another's waiting: it is in the next transaction.
 *
 * @param seal is called with what the steps shared when the last of them is over, and may write
 * @param nowMs a clock that is never set back; defaults to `performance.now`
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
      transaction.undoRest();
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

  /** Null when a step has thrown. */
  function runTogether(all: S): Answer[] | null {
    try {
      return runEach(waiting, all, stepBudget(nowMs), plainly);
    } catch (error) {
      if (database.inTransaction) return null;
      throw error; // such as a full disk: SQLite itself has undone all of it
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
  const rollback = database.prepare('ROLLBACK');
  /** One of ours stands. One that is not ours belongs to the program that has opened the database. */
  let isOurs = false;
  const undo = (): void => {
    if (isOurs && database.inTransaction) rollback.run();
    isOurs = false;
  };
  return {
    begun: (): void => void (isOurs = true),
    commit(): void {
      commit.run();
      isOurs = false;
      lock.rest();
    },
    rollback: undo,
    undo(): void {
      try {
        undo();
      } catch {
        // whoever waits is told of the first fault
      }
    },
    /** What could not be undone is undone before the next transaction: while it stands, none can begin. */
    undoRest: undo,
    inSavepoint: database.transaction((step: () => unknown) => step()),
  };
}
