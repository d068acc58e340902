import { BookingError, type DiaryScope, type Rule, StaleStepError, stepBudget } from '@bord/engine/storage';
import {
  CommitUnknown,
  isConstraint,
  isPassing,
  isSameKey,
  mapUnavailable,
  unavailable,
  withRetry,
} from './errors.ts';
import { setImmediate as yieldTurn } from 'node:timers/promises';
import type { LimitedPool } from './connection.ts';
import type { LastingSnapshots } from './lasting-snapshots.ts';
import { openSnapshot, WorkingSnapshot } from './working-snapshot.ts';
import { saveAlone, transact } from './transaction.ts';

export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** Calls that share transactions: one commit for many. One that comes alone waits for nobody. */
export interface Groups<Call> {
  /** Takes a call; resolves, or rejects, as its outcome says. */
  run<R>(call: Call): Promise<R>;
  /** Resolves when no call is under way. */
  drain(): Promise<void>;
}

/** A call that waits for its answer. */
interface Waiting<Call> {
  readonly call: Call;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** So many calls share a transaction at most: its locks are held until the last of them is decided. */
const CALLS_MAX = 256;

/**
 * Calls of one key that come while others of it are under way wait for those together, and are then taken together, in the order in which
 * they were made. If the database refuses what they want, the group is halved until the one with the fault stands alone.
 *
 * @param take takes calls in one transaction, and returns the outcomes of as many as it had time for, from the first on: at least one.
 *   The others are taken next, and no more at once than it had time for; then twice as many, as long as it has
 */
export function groups<Call>(
  keyOf: (call: Call) => string,
  take: (calls: readonly Call[]) => Promise<readonly Outcome[]>,
): Groups<Call> {
  const waitingByKey = new Map<string, Waiting<Call>[]>();
  const running = new Set<Promise<void>>();

  /** Takes the waiting calls of a key, group after group, until none is left. */
  async function work(key: string): Promise<void> {
    let size = CALLS_MAX;
    for (;;) {
      await Promise.resolve(); // those that are made in one go are taken in one
      const waiting = waitingByKey.get(key)!;
      if (waiting.length === 0) return void waitingByKey.delete(key);
      const group = waiting.splice(0, size);
      const settled = await settle(group);
      waiting.unshift(...group.slice(settled));
      size = settled < group.length ? settled : Math.min(2 * size, CALLS_MAX);
    }
  }

  /** Takes a group of calls and tells the callers of those that were taken, from the first on; how many. */
  async function settle(group: readonly Waiting<Call>[]): Promise<number> {
    try {
      const outcomes = await mapUnavailable(take(group.map(({ call }) => call)));
      for (const [i, outcome] of outcomes.entries()) {
        const { resolve, reject } = group[i]!;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result as never);
      }
      return outcomes.length;
    } catch (error) {
      if (group.length > 1 && !BookingError.is(error)) {
        // One of them wants what cannot be. The others must not suffer for it, and so it is looked for.
        const half = Math.ceil(group.length / 2);
        const settled = await settle(group.slice(0, half));
        return settled < half ? settled : half + (await settle(group.slice(half)));
      }
      // Others who use the same idempotency key at the same time are no fault of the call.
      for (const { reject } of group) reject(isSameKey(error) ? unavailable(error) : error);
      return group.length;
    }
  }

  return {
    run<R>(call: Call): Promise<R> {
      return new Promise((resolve, reject) => {
        const key = keyOf(call);
        const waiting = waitingByKey.get(key);
        if (waiting) {
          waiting.push({ call, resolve, reject });
          return;
        }
        waitingByKey.set(key, [{ call, resolve, reject }]);
        const worked = work(key).finally(() => running.delete(worked));
        running.add(worked);
      });
    },
    async drain() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

export interface Step {
  readonly scope: DiaryScope;
  readonly rule: Rule<unknown>;
}

/** A group of steps of which the first have been decided, as many as there was time for. */
interface Taken {
  readonly snapshot: WorkingSnapshot;
  readonly outcomes: readonly Outcome[];
}

/** After so many milliseconds of deciding everybody else in the process has a turn. */
const TURN_MS = 5;

/**
 * One commit for many bookings: the steps of a location that wait at the same time share one locking, one reading, one saving, one
 * flush. What there is no time for (see `stepBudget`) is taken in the next transaction.
 *
 * @param lasting what is remembered from one transaction to the next
 * @param changed is called with the scopes of steps that have been committed and changed something
 * @param nowMs a clock that is never set back; defaults to `performance.now`
 */
export function stepGroups(
  pool: LimitedPool,
  lasting: LastingSnapshots,
  changed: (scopes: readonly DiaryScope[]) => void,
  nowMs?: () => number,
): Groups<Step> {
  return groups(
    ({ scope }) => scope.locationId,
    async (steps) => {
      const { snapshot, outcomes } = await takeSteps(pool, lasting, steps, nowMs);
      if (snapshot.isChanged) changed(steps.slice(0, outcomes.length).map(({ scope }) => scope));
      return outcomes;
    },
  );
}

/** Decides and saves the first of these steps in one transaction, which is tried again when it was disturbed. */
async function takeSteps(
  pool: LimitedPool,
  lasting: LastingSnapshots,
  steps: readonly Step[],
  nowMs?: () => number,
): Promise<Taken> {
  const scopes = steps.map(({ scope }) => scope);
  // Many at once share their two round trips; there is little to spare, and rivals from several servers would try in vain.
  let recalled = steps.length === 1 ? lasting.recall(scopes) : undefined;
  let doubt: Taken | undefined;

  /** Decides on what is remembered, and saves in one round trip; undefined when something has changed since. */
  async function takeRecalled(snapshot: WorkingSnapshot, decideOn: DecideOn): Promise<Taken | undefined> {
    const taken = await decideOn(snapshot);
    const statement = snapshot.changesIfUnchanged(scopes.slice(0, taken.outcomes.length));
    const [row] = await saveAlone<SavedRow>(pool, statement);
    if (row!.digests === null) return undefined;
    keep(lasting, snapshot, row);
    return taken;
  }

  function takeRead(decideOn: DecideOn): Promise<Taken> {
    return transact(pool, async (query) => {
      const snapshot = await openSnapshot(query, scopes, doubt?.snapshot.witnesses);
      if (doubt) {
        // The attempt before may have been saved. If it was, the bookings tell, under its locks.
        const isSaved = doubt.snapshot.foundIn(snapshot);
        if (isSaved === undefined) throw unavailable('nobody can say whether the step was saved');
        // If it was not, it never will be, though it may still be on its way. If it was, it may be so on a primary alone that was just started
        // again: whoever commits after it waits for the standbys to have both. As long as this is not committed, it stays in doubt.
        await query(BAR, [scopes[0]!.locationId]);
        if (isSaved) return { result: doubt };
      }
      const taken = await decideOn(snapshot);
      const saved = ([row]: readonly unknown[]): void => keep(lasting, snapshot, row as SavedRow | undefined);
      return { result: taken, save: snapshot.changes() ?? WAIT, saved };
    });
  }

  const attempt = async (): Promise<Taken> => {
    let taken: Taken | undefined;
    const decideOn = async (snapshot: WorkingSnapshot): Promise<Taken> =>
      (taken = { snapshot, outcomes: await decideInTime(steps, snapshot, nowMs) });
    const snapshot = recalled && new WorkingSnapshot(recalled);
    recalled = undefined;
    try {
      return (snapshot && (await takeRecalled(snapshot, decideOn))) ?? (await takeRead(decideOn));
    } catch (error) {
      if (!(error instanceof CommitUnknown) || !taken) throw error;
      // Where only refusals are in doubt, the steps are decided anew: one that is counted twice is no harm.
      if (taken.snapshot.isChanged) doubt = taken;
      throw error;
    }
  };
  return withRetry(attempt, isWorthwhile);
}

/** What saves tell: the digests of the diaries as they are now, as a JSON array; null when nothing was saved. */
interface SavedRow {
  readonly digests: string | null;
}

type DecideOn = (snapshot: WorkingSnapshot) => Promise<Taken>;

function keep(lasting: LastingSnapshots, snapshot: WorkingSnapshot, row: SavedRow | undefined): void {
  const digests = row?.digests ? (JSON.parse(row.digests) as string[]) : snapshot.digests;
  const left = snapshot.left(digests);
  if (left) lasting.keep(left, snapshot.digests);
}

/** Waits for the standbys where nothing is saved: what was read may exist on this primary alone, and a replay is told that it exists. */
const WAIT = {
  text: `SELECT pg_logical_emit_message(true, 'bord', '') WHERE current_setting('synchronous_standby_names') <> ''`,
  values: [],
};

const BAR = 'UPDATE bord.locations SET barred = barred + 1 WHERE id = $1';

/** Decides as many steps as a transaction has time for, from the first on. */
async function decideInTime(
  steps: readonly Step[],
  snapshot: WorkingSnapshot,
  nowMs?: () => number,
): Promise<readonly Outcome[]> {
  const budget = stepBudget(nowMs);
  const outcomes: Outcome[] = [];
  let turnEndsMs = TURN_MS;
  for (const step of steps) {
    if (!budget.hasRoom) break;
    if (budget.spentMs >= turnEndsMs) {
      await yieldTurn();
      turnEndsMs = budget.spentMs + TURN_MS;
    }
    outcomes.push(budget.run(() => decide(step, snapshot)));
  }
  return outcomes;
}

function decide({ scope, rule }: Step, snapshot: WorkingSnapshot): Outcome {
  if (snapshot.revision !== scope.locationRevision) return { error: new StaleStepError() };
  try {
    const amendment = rule(snapshot.within(scope));
    snapshot.amend(amendment);
    return { result: amendment };
  } catch (error) {
    return { error };
  }
}

/** A constraint is asked again once: a rival whose step had not committed shows in the snapshot that is read then. */
function isWorthwhile(error: Error, attempt: number): boolean {
  if (isPassing(error) || error instanceof CommitUnknown || isSameKey(error)) return true;
  return isConstraint(error) && attempt === 1;
}
