import { type DiaryScope, type Rule, StaleStepError } from '@bord/engine';
import type { Pool } from 'pg';
import { CommitUnknown, isConstraint, isPassing, isSameKey, persistently, unavailable } from './failures.ts';
import { type Groups, groups, type Outcome } from './groups.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { transact } from './transaction.ts';

/** A call of `amend`. */
export interface Step {
  readonly scope: DiaryScope;
  readonly rule: Rule<unknown>;
}

/** A group of steps that have been decided. */
interface Taken {
  readonly page: OpenPage;
  readonly outcomes: readonly Outcome[];
}

/**
 * One commit for many bookings: the steps of a location that wait at the same time share one locking, one reading, one saving, one
 * flush.
 *
 * @param changed is called with the scopes of steps that have been committed and changed something
 */
export function stepGroups(pool: Pool, changed: (scopes: readonly DiaryScope[]) => void): Groups<Step> {
  return groups(
    ({ scope }) => scope.locationId,
    async (steps) => {
      const { page, outcomes } = await take(pool, steps);
      if (page.isChanged) changed(steps.map(({ scope }) => scope));
      return outcomes;
    },
  );
}

/** Decides and saves a group of steps in one transaction, which is tried again when it was disturbed. */
async function take(pool: Pool, steps: readonly Step[]): Promise<Taken> {
  const scopes = steps.map(({ scope }) => scope);
  let doubt: Taken | undefined;
  const attempt = async (): Promise<Taken> => {
    let taken: Taken | undefined;
    try {
      return await transact(pool, async (query) => {
        const page = await openPage(query, scopes, doubt?.page.witnesses);
        if (doubt) {
          // The attempt before may have been saved. It has ended, since its locks are held here: the bookings tell.
          const isSaved = doubt.page.foundIn(page);
          if (isSaved === undefined) throw unavailable('nobody can say whether the step was saved');
          if (isSaved) return { result: doubt };
          doubt = undefined;
        }
        taken = { page, outcomes: steps.map((step) => decide(step, page)) };
        return { result: taken, save: page.changes() };
      });
    } catch (error) {
      if (!(error instanceof CommitUnknown) || !taken) throw error;
      if (!taken.page.changes()) return taken; // there was nothing to save
      // Where only refusals are in doubt, the steps are decided anew: one that is counted twice is no harm.
      if (taken.page.isChanged) doubt = taken;
      throw error;
    }
  };
  return persistently(attempt, isWorthwhile);
}

function decide({ scope, rule }: Step, page: OpenPage): Outcome {
  if (page.revision !== scope.locationRevision) return { error: new StaleStepError() };
  try {
    const amendment = rule(page.within(scope));
    page.amend(amendment);
    return { result: amendment.result };
  } catch (error) {
    return { error };
  }
}

/** A constraint is asked again once: what the page did not show the first time, it shows the second. */
function isWorthwhile(error: Error, attempt: number): boolean {
  if (isPassing(error) || error instanceof CommitUnknown || isSameKey(error)) return true;
  return isConstraint(error) && attempt === 1;
}
