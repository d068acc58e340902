import type { BookingStore } from './booking-store.ts';
import type { LeaderLocks } from './leader-locks.ts';
import type { GuestStore } from './guest-store.ts';
import type { LocationStore } from './location-store.ts';
import type { Invalidations } from './invalidations.ts';
import type { Outbox } from './outbox.ts';
import type { PrimaryWatch } from './primary-watch.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Records } from './records.ts';

/** All that the engine keeps, in one database. Whoever writes one proves it with the contract of `@bord/engine/testing`. */
export interface Storage {
  /** Bookings, the tables they hold, and what was refused. */
  readonly bookings: BookingStore;
  /** Locations with their plans and menus. */
  readonly locations: LocationStore;
  /** Switches, keys, endpoints, staff and other small records. */
  readonly records: Records;
  /** What of bookings is a guest's: found and erased by e-mail address. */
  readonly guests: GuestStore;
  /** Webhooks and mails that wait, and those that were sent. */
  readonly outbox: Outbox;
  /** Counts of requests. */
  readonly rates: RateLimiter;
  /** Locks that let one of all processes do a piece of work. */
  readonly leaderLocks: LeaderLocks;
  /** What other processes have changed. */
  readonly invalidations: Invalidations;

  /**
   * Milliseconds since 1970-01-01T00:00:00Z by the clock that all processes of this storage share: the database server's where there is
   * one, else the machine's. What deletes goes by it (D45).
   */
  nowMs(): Promise<number>;

  /**
   * Resolves when bookings can be saved now: the schema is the one that this code needs, and a write has just been made durable. Rejects
   * with what is wrong: `unavailable` where the database is away, full, read-only or too slow.
   *
   * Cheap, however often it is asked: nothing grows by it, one check at most is under way, and its answer is given to whoever asks
   * within about a second. It waits for nothing that is stuck in this process, such as a connection that is in use.
   */
  check(): Promise<void>;

  /** The connections to the database, for those who watch over it; absent where there are none to speak of. */
  pool?(): PoolStats;

  /** Which of several hosts it writes to; absent where it knows of one place only. */
  readonly primary?: PrimaryWatch;

  /**
   * Removes what was erased or deleted from files in which the database still has it, such as its log and free pages; false when others
   * stood in the way. Thoroughly: also what was left there long ago, which may take a while and keep others from writing. Absent where the
   * database cannot be asked to.
   */
  scrub?(thorough: boolean): Promise<boolean>;

  /** Ends timers and connections; what is under way is finished first. */
  close(): Promise<void>;
}

/** The connections of a storage to its database. */
export interface PoolStats {
  /** Connections that are open, in use or not. */
  readonly open: number;
  /** Connections that nobody uses now. */
  readonly idle: number;
  /** Steps that wait for a connection. */
  readonly waiting: number;
}
