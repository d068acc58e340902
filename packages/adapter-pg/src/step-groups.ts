import { BookingError, type DiaryScope, type Rule, StaleStepError } from '@bord/engine';
import type { Pool } from 'pg';
import {
  CommitUnknown,
  isConstraint,
  isPassing,
  isSameKey,
  orUnavailable,
  persistently,
  unavailable,
} from './failures.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { transact } from './transaction.ts';

/** A call of `amend` that waits for its answer. */
interface Step {
  readonly scope: DiaryScope;
  readonly rule: Rule<unknown>;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** What a step has come to; its caller is told once that is saved. */
type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** A group of steps that have been decided. */
interface Taken {
  readonly page: OpenPage;
  readonly outcomes: readonly Outcome[];
}

/** So many steps share a transaction at most: the locks of their dates are held until the last of them is decided. */
const STEPS_MAX = 256;

/**
 * One commit for many bookings. The steps of a location that come while others of it are under way wait for those together, and
 * then share one transaction: one locking, one reading, one saving, one flush. One that comes alone waits for nobody.
 */
export class StepGroups {
  readonly #pool: Pool;
  readonly #changed: (scopes: readonly DiaryScope[]) => void;
  readonly #waiting = new Map<string, Step[]>();
  readonly #running = new Set<Promise<void>>();

  /** `changed` is called with the scopes of steps that have been committed and changed something. */
  constructor(pool: Pool, changed: (scopes: readonly DiaryScope[]) => void) {
    this.#pool = pool;
    this.#changed = changed;
  }

  /** Takes a step: see `BookingStore.amend`. */
  run<R>(scope: DiaryScope, rule: Rule<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      const step: Step = { scope, rule, resolve, reject };
      const waiting = this.#waiting.get(scope.locationId);
      if (waiting) waiting.push(step);
      else this.#begin(step);
    });
  }

  /** Resolves when no step is under way. */
  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #begin(step: Step): void {
    const { locationId } = step.scope;
    this.#waiting.set(locationId, [step]);
    const running = this.#work(locationId).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Takes the waiting steps of a location, group after group, until none is left. */
  async #work(locationId: string): Promise<void> {
    for (;;) {
      await Promise.resolve(); // those that are called in one go are taken in one
      const waiting = this.#waiting.get(locationId)!;
      if (waiting.length === 0) return void this.#waiting.delete(locationId);
      await this.#settle(waiting.splice(0, STEPS_MAX));
    }
  }

  /** Takes a group of steps and tells their callers. */
  async #settle(steps: readonly Step[]): Promise<void> {
    try {
      const outcomes = await orUnavailable(this.#take(steps));
      for (const [i, { resolve, reject }] of steps.entries()) {
        const outcome = outcomes[i]!;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result as never);
      }
    } catch (error) {
      if (steps.length > 1 && !(error instanceof BookingError)) {
        // One of them wants what cannot be. The others must not suffer for it, and so it is looked for.
        const half = Math.ceil(steps.length / 2);
        await this.#settle(steps.slice(0, half));
        await this.#settle(steps.slice(half));
        return;
      }
      for (const { reject } of steps) reject(error);
    }
  }

  /** Decides and saves a group of steps in one transaction, which is tried again when it was disturbed. */
  async #take(steps: readonly Step[]): Promise<readonly Outcome[]> {
    const scopes = steps.map(({ scope }) => scope);
    let doubt: Taken | undefined;
    const attempt = async (): Promise<Taken> => {
      let taken: Taken | undefined;
      try {
        return await transact(this.#pool, async (query) => {
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
    const { page, outcomes } = await persistently(attempt, isWorthwhile);
    if (page.isChanged) this.#changed(scopes);
    return outcomes;
  }
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
