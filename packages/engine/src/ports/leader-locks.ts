import { DAY_MS } from '../core/instant.ts';

/** The longest lease of a leader lock. */
export const LOCK_LEASE_MAX_MS = 2 * DAY_MS;

/**
 * Locks for work that one process does for all: the sandbox sweep, reminders, purging. The holder works until it returns the lock or its lease
 * expires; a dead process loses it automatically.
 */
export interface LeaderLocks {
  /**
   * Takes the leader lock for `leaseMs` from now, at most {@link LOCK_LEASE_MAX_MS}, by the storage's clock; returns whether the holder has it.
   * A present holder renews it in this way. A longer lease was taken under another clock, and does not count.
   *
   * Atomic: a leader lock has one holder at a time, in all processes.
   */
  take(lock: string, holder: string, leaseMs: number): Promise<boolean>;

  /** Returns the leader lock before its lease expires; has no effect if another process has it. */
  giveBack(lock: string, holder: string): Promise<void>;

  /** Deletes the leader locks that expired before this instant, and returns their number. Later holders are not affected. */
  purge(endedBeforeMs: number): Promise<number>;
}
