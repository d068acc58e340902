import { BookingError } from '@bord/engine/storage';
import { isSameKey, mapUnavailable, unavailable } from './errors.ts';

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
