import { setImmediate as yieldTurn } from 'node:timers/promises';
import { type DiaryScope, type Rule, StaleStepError, stepBudget } from '@bord/engine/storage';
import { CommitUnknown, isConstraint, isPassing, isSameKey, withRetry, unavailable } from './errors.ts';
import { type Groups, groups, type Outcome } from './groups.ts';
import type { LimitedPool } from './connection.ts';
import { type WorkingSnapshot, openSnapshot } from './working-snapshot.ts';
import { transact } from './transaction.ts';

/** A call of `amend`. */
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
 * @param changed is called with the scopes of steps that have been committed and changed something
 * @param nowMs a clock that is never set back; defaults to `performance.now`
 */
export function stepGroups(
  pool: LimitedPool,
  changed: (scopes: readonly DiaryScope[]) => void,
  nowMs?: () => number,
): Groups<Step> {
  return groups(
    ({ scope }) => scope.locationId,
    async (steps) => {
      const { snapshot, outcomes } = await take(pool, steps, nowMs);
      if (snapshot.isChanged) changed(steps.slice(0, outcomes.length).map(({ scope }) => scope));
      return outcomes;
    },
  );
}

/** Decides and saves the first of these steps in one transaction, which is tried again when it was disturbed. */
async function take(pool: LimitedPool, steps: readonly Step[], nowMs?: () => number): Promise<Taken> {
  const scopes = steps.map(({ scope }) => scope);
  let doubt: Taken | undefined;
  const attempt = async (): Promise<Taken> => {
    let taken: Taken | undefined;
    try {
      return await transact(pool, async (query) => {
        const snapshot = await openSnapshot(query, scopes, doubt?.snapshot.witnesses);
        if (doubt) {
          // The attempt before may have been saved. It has ended, since its locks are held here: the bookings tell.
          const isSaved = doubt.snapshot.foundIn(snapshot);
          if (isSaved === undefined) throw unavailable('nobody can say whether the step was saved');
          if (isSaved) return { result: doubt };
          doubt = undefined;
        }
        taken = { snapshot, outcomes: await decideInTime(steps, snapshot, nowMs) };
        return { result: taken, save: snapshot.changes() };
      });
    } catch (error) {
      if (!(error instanceof CommitUnknown) || !taken) throw error;
      if (!taken.snapshot.changes()) return taken; // there was nothing to save
      // Where only refusals are in doubt, the steps are decided anew: one that is counted twice is no harm.
      if (taken.snapshot.isChanged) doubt = taken;
      throw error;
    }
  };
  return withRetry(attempt, isWorthwhile);
}

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
