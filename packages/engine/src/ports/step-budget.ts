/** The total time of the steps that share a transaction, in milliseconds: others wait for its locks, and requests for their turn. */
const STEPS_MS = 10;

/** The steps that fit into one transaction: as many as take 10 ms, and at least one. */
export interface StepBudget {
  /** Whether another step, as long as the longest so far, would end in time. Always true before the first step. */
  readonly hasRoom: boolean;
  /** The time that the steps have used so far, in milliseconds, without the waits between them. */
  readonly spentMs: number;
  /** Runs a step and counts its time, also if it throws. */
  run<R>(step: () => R): R;
}

/**
 * The budget of one transaction, for storages that take many steps in one.
 *
 * @param nowMs a clock that is never set back; defaults to `performance.now`
 */
export function stepBudget(nowMs: () => number = () => performance.now()): StepBudget {
  let spentMs = 0;
  let longestMs = 0;
  let isUsed = false;
  return {
    get hasRoom() {
      return !isUsed || spentMs + longestMs <= STEPS_MS;
    },
    get spentMs() {
      return spentMs;
    },
    run(step) {
      const sinceMs = nowMs();
      try {
        return step();
      } finally {
        const tookMs = nowMs() - sinceMs;
        isUsed = true;
        spentMs += tookMs;
        longestMs = Math.max(longestMs, tookMs);
      }
    },
  };
}
