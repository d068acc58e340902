import { cancelCall } from '../asking.ts';
import { gotOf } from '../exchange.ts';
import type { KeyName } from '../settings.ts';
import { NoAnswer } from '../stops.ts';
import type { Trial } from '../trial.ts';

/** A booking that could not be cancelled, and why. */
export interface LeftBehind {
  readonly id: string;
  readonly why: string;
}

/** Cancels every booking of the run that stands, also when the run was stopped; those that remain. */
export async function cleanUp(trial: Trial): Promise<readonly LeftBehind[]> {
  const left: LeftBehind[] = [];
  for (const { id, as } of trial.ledger.standing()) {
    const why = await cancel(trial, id, as);
    if (why !== null) left.push({ id, why });
  }
  return left;
}

/** With the key that made it, then with the run's own, which may be of the same partner; null when it worked. */
async function cancel(trial: Trial, id: string, as: KeyName): Promise<string | null> {
  let why = '';
  for (const by of new Set([as, 'key'] as const)) {
    try {
      const exchange = await trial.askLast(cancelCall(id, { as: by }));
      if (exchange.status === 200) return null;
      why = gotOf(exchange);
    } catch (error) {
      why = error instanceof NoAnswer ? `no answer: ${error.message}` : (error as Error).message;
    }
  }
  return why;
}
