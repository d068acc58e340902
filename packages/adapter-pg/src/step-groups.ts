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
import { openSnapshot } from './open-snapshot.ts';
import { WorkingSnapshot } from './working-snapshot.ts';
import { saveAlone, transact } from './transaction.ts';

export type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** Calls that share transactions: one commit for many. A single call does not wait for others. */
export interface Groups<Call> {
  /** Takes a call; resolves or rejects with its outcome. */
  run<R>(call: Call): Promise<R>;
  /** Resolves when no call is running. */
  drain(): Promise<void>;
}

/** A call that waits for its answer. */
interface Waiting<Call> {
  readonly call: Call;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The most calls in a transaction: its locks are held until the last one is decided. */
const CALLS_MAX = 256;

/**
 * Calls of one key that arrive while others are running wait for them, and are then taken together in order. If the database rejects their changes,
 * the group is halved until the failing call is alone.
 * @param take takes calls in one transaction, and returns the outcomes of as many as it had time for, starting with the first: at least one. The
 * rest is taken next, in a group of that size, which doubles while there is time
 */
export function groups<Call>(
  keyOf: (call: Call) => string,
  take: (calls: readonly Call[]) => Promise<readonly Outcome[]>,
): Groups<Call> {
  const waitingByKey = new Map<string, Waiting<Call>[]>();
  const running = new Set<Promise<void>>();

  /** Takes the waiting calls of a key, group by group, until the queue is empty. */
  async function work(key: string): Promise<void> {
    let size = CALLS_MAX;
    for (;;) {
      await Promise.resolve(); // calls of the same turn share a group
      const waiting = waitingByKey.get(key)!;
      if (waiting.length === 0) return void waitingByKey.delete(key);
      const group = waiting.splice(0, size);
      const settled = await settle(group);
      waiting.unshift(...group.slice(settled));
      size = settled < group.length ? settled : Math.min(2 * size, CALLS_MAX);
    }
  }

  /** Takes a group of calls and resolves the taken ones, starting with the first; returns their number. */
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
        // One of them violates a constraint. It is isolated, so that the others succeed.
        const half = Math.ceil(group.length / 2);
        const settled = await settle(group.slice(0, half));
        return settled < half ? settled : half + (await settle(group.slice(half)));
      }
      // A race for the same idempotency key is not an error of the call.
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

/** A group of steps, of which the first ones were decided in the available time. */
interface Taken {
  readonly snapshot: WorkingSnapshot;
  readonly outcomes: readonly Outcome[];
}

/** After this many milliseconds of deciding, other work of the process gets a turn. */
const TURN_MS = 5;

/**
 * Groups steps: the waiting steps of a location share one lock, one read, one write and one flush. Steps that exceed the time (see `stepBudget`)
 * are taken in the next transaction.
 * @param lasting the diaries that are remembered between transactions
 * @param changed called with the scopes of committed steps that have changed something
 * @param nowMs a monotonic clock; defaults to `performance.now`
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

/** Decides and saves the first of these steps in one transaction, which is retried after contention. */
async function takeSteps(
  pool: LimitedPool,
  lasting: LastingSnapshots,
  steps: readonly Step[],
  nowMs?: () => number,
): Promise<Taken> {
  const scopes = steps.map(({ scope }) => scope);
  // Larger groups share two round trips already, and concurrent servers would mostly conflict.
  let recalled = steps.length === 1 ? lasting.recall(scopes) : undefined;
  let doubt: Taken | undefined;

  /** Decides on the remembered state, and saves in one round trip; undefined if the state has changed. */
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
      const snapshot = await openSnapshot(query, scopes, lasting.endpoints, doubt?.snapshot.witnesses);
      if (doubt) {
        // The previous attempt might have been saved. If it was, its bookings are visible under the locks.
        const isSaved = doubt.snapshot.foundIn(snapshot);
        if (isSaved === undefined) throw unavailable('nobody can say whether the step was saved');
        // If it was not, this bars it from arriving late. If it was, it might exist only on a restarted primary: a later commit waits until the
        // standbys have both. Until this commits, the outcome stays in doubt.
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
      // If only rejections are in doubt, the steps are decided again: counting one twice is harmless.
      if (taken.snapshot.isChanged) doubt = taken;
      throw error;
    }
  };
  return withRetry(attempt, isWorthwhile);
}

/** The result of saving: the new digests of the diaries as a JSON array; null without changes. */
interface SavedRow {
  readonly digests: string | null;
}

type DecideOn = (snapshot: WorkingSnapshot) => Promise<Taken>;

function keep(lasting: LastingSnapshots, snapshot: WorkingSnapshot, row: SavedRow | undefined): void {
  const digests = row?.digests ? (JSON.parse(row.digests) as string[]) : snapshot.digests;
  lasting.endpoints = snapshot.endpoints;
  const left = snapshot.left(digests);
  if (left) lasting.keep(left, snapshot.digests);
}

/** Waits for the standbys after a step without changes: the read data might exist on this primary only, and a replay reports it as existing. */
const WAIT = {
  text: `SELECT pg_logical_emit_message(true, 'bord', '') WHERE current_setting('synchronous_standby_names') <> ''`,
  values: [],
};

const BAR = 'UPDATE bord.locations SET barred = barred + 1 WHERE id = $1';

/** Decides as many steps as a transaction has time for, starting with the first. */
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

/** A constraint violation is retried once: a concurrent step that had not committed is in the next snapshot. */
function isWorthwhile(error: Error, attempt: number): boolean {
  if (isPassing(error) || error instanceof CommitUnknown || isSameKey(error)) return true;
  return isConstraint(error) && attempt === 1;
}
