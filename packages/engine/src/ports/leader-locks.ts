import { DAY_MS } from '../core/instant.ts';

/** Nobody holds a leader lock for longer. */
export const LOCK_LEASE_MAX_MS = 2 * DAY_MS;

/**
 * Work that one process does for all: the nightly sweep, reminders, purging. Whoever holds a leader lock does it until the lock
 * is given back or its time is up; a process that dies loses it by itself.
 */
export interface LeaderLocks {
  /**
   * Takes the leader lock for `leaseMs` from now, at most {@link LOCK_LEASE_MAX_MS}, by the storage's clock; true when the holder has it. A
   * holder that has it renews it so. One that seems to be held for longer than that was taken under another clock, and is free.
   *
   * Atomic: a leader lock has one holder at a time, in all processes.
   */
  take(lock: string, holder: string, leaseMs: number): Promise<boolean>;

  /** Gives the leader lock back before its time; nothing happens when another has it. */
  giveBack(lock: string, holder: string): Promise<void>;

  /** Forgets the leader locks whose time was up before this instant; how many. To forget one changes nothing for who takes it next. */
  purge(endedBeforeMs: number): Promise<number>;
}
