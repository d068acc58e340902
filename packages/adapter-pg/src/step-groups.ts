import { setImmediate as yieldTurn } from 'node:timers/promises';
import { type DiaryScope, type Rule, StaleStepError, stepBudget } from '@bord/engine/storage';
import { CommitUnknown, isConstraint, isPassing, isSameKey, withRetry, unavailable } from './errors.ts';
import { type Groups, groups, type Outcome } from './groups.ts';
import type { LimitedPool } from './connection.ts';
import type { LastingSnapshots } from './lasting-snapshots.ts';
import { openSnapshot, WorkingSnapshot } from './working-snapshot.ts';
import { saveAlone, transact } from './transaction.ts';

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
      const { snapshot, outcomes } = await take(pool, lasting, steps, nowMs);
      if (snapshot.isChanged) changed(steps.slice(0, outcomes.length).map(({ scope }) => scope));
      return outcomes;
    },
  );
}

/** Decides and saves the first of these steps in one transaction, which is tried again when it was disturbed. */
async function take(
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

/** Keeps what a transaction has left behind. */
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

const BAR = 'UPDATE locations SET barred = barred + 1 WHERE id = $1';

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
