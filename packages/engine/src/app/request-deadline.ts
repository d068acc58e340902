/** Deadlines of requests (D57). A step begins when its rule sees the diary under the lock. An abandoned step has not begun. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BookingError } from '../core/errors.ts';
import { SECOND_MS } from '../core/instant.ts';

/** How long a request waits for its step, in milliseconds. */
interface RequestLimits {
  /** From the start of the request until the step begins. */
  readonly beginMs: number;
  /** From there until its outcome is known. */
  readonly outcomeMs: number;
}

const REQUEST_LIMITS: RequestLimits = { beginMs: 4 * SECOND_MS, outcomeMs: 10 * SECOND_MS };

interface Deadline extends RequestLimits {
  /** By `performance.now`. */
  readonly startedMs: number;
  /** The client no longer waits for the answer. */
  readonly isGone: () => boolean;
}

const ofRequest = new AsyncLocalStorage<Deadline>();

/**
 * Does the work of a request that started at an instant of `performance.now`. Its steps begin before the deadline and while the client waits, or
 * not at all.
 */
export function inTime<T>(
  startedMs: number,
  work: () => T,
  isGone: () => boolean = () => false,
  limits = REQUEST_LIMITS,
): T {
  return ofRequest.run({ startedMs, isGone, ...limits }, work);
}

/** One step, which may be taken several times. */
export interface TimedStep {
  /** Marks the step as begun. Throws BookingError `unavailable` after the deadline, or if the client is gone. */
  begin(): void;
  giveUp(): void;
}

/** For a step without a deadline. */
export const UNTIMED: TimedStep = { begin: () => undefined, giveUp: () => undefined };

/**
 * Takes a step for the current request. A step without a request has no deadline.
 *
 * @throws BookingError `unavailable` if it has not begun in time, and will not; or if its outcome is not known in time
 */
export function takeInTime<R>(take: (step: TimedStep) => Promise<R>): Promise<R> {
  const deadline = ofRequest.getStore();
  if (!deadline) return take(UNTIMED);
  const { startedMs, isGone, beginMs, outcomeMs } = deadline;
  const beginsUntilMs = startedMs + beginMs;
  return new Promise((resolve, reject) => {
    let begunMs: number | null = null;
    let timer: NodeJS.Timeout;
    const tooLate = (): BookingError => new BookingError('unavailable', 'the step has not begun in time');
    const look = (): void => {
      const leftMs = (begunMs === null ? beginsUntilMs : begunMs + outcomeMs) - performance.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs);
      else if (begunMs === null) reject(tooLate());
      else reject(new BookingError('unavailable', 'the outcome of the step is not known in time'));
    };
    look();
    const step: TimedStep = {
      begin() {
        if (begunMs === null && (isGone() || performance.now() >= beginsUntilMs)) throw tooLate();
        begunMs ??= performance.now();
      },
      giveUp: () => (begunMs = null),
    };
    void take(step)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
