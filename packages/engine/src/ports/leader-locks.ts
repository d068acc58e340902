import { DAY_MS } from '../core/instant.ts';

/** The longest lease of a leader lock. */
export const LOCK_LEASE_MAX_MS = 2 * DAY_MS;

/**
 * Locks for work that one process does for all: the sandbox sweep, reminders, purging. The holder works until it gives the lock back or its time is
 * up; a dead process loses it automatically.
 */
export interface LeaderLocks {
  /**
   * Takes the leader lock for `leaseMs` from now, at most {@link LOCK_LEASE_MAX_MS}, by the storage's clock; true when the holder has it. A
   * holder that has it renews it so. One that seems to be held for longer than that was taken under another clock, and is free.
   *
   * Atomic: a leader lock has one holder at a time, in all processes.
   */
  take(lock: string, holder: string, leaseMs: number): Promise<boolean>;

  /** Gives the leader lock back before its time; has no effect if another process has it. */
  giveBack(lock: string, holder: string): Promise<void>;

  /** Deletes the leader locks whose time was up before this instant, and returns their number. Later holders are not affected. */
  purge(endedBeforeMs: number): Promise<number>;
}
