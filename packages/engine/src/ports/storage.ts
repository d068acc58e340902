import type { BookingStore } from './booking-store.ts';
import type { LeaderLocks } from './leader-locks.ts';
import type { EventLog } from './event-log.ts';
import type { GuestStore } from './guest-store.ts';
import type { LocationStore } from './location-store.ts';
import type { Invalidations } from './invalidations.ts';
import type { Outbox } from './outbox.ts';
import type { PrimaryWatch } from './primary-watch.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Records } from './records.ts';

/** All data of the engine in one database. The author of a storage proves it with the contract of `@bord/engine/testing`. */
export interface Storage {
  /** Bookings, their tables, and rejections. */
  readonly bookings: BookingStore;
  /** Locations with their plans and menus. */
  readonly locations: LocationStore;
  /** Switches, keys, endpoints, staff and other small records. */
  readonly records: Records;
  /** The guest data of bookings: found and erased by e-mail address. */
  readonly guests: GuestStore;
  /** Webhooks and e-mails, waiting and sent. */
  readonly outbox: Outbox;
  /** Events that wait for subscribers in the host's program. */
  readonly events: EventLog;
  /** Counts of requests. */
  readonly rates: RateLimiter;
  /** Locks for work that one process does for all. */
  readonly leaderLocks: LeaderLocks;
  /** The changes of other processes. */
  readonly invalidations: Invalidations;

  /**
   * Milliseconds since 1970-01-01T00:00:00Z by the clock that all processes of this storage share: the database server's, or the machine's without a
   * server. Deletion uses it (D45).
   */
  nowMs(): Promise<number>;

  /**
   * Resolves if bookings can be saved now: the schema is the required one, and a write has just been made durable. Rejects with the problem:
   * `unavailable` if the database is unreachable, full, read-only or too slow.
   *
   * Cheap at any frequency: it leaves no data behind and at most one check runs. All calls within about a second share its result. It does not
   * wait for busy parts of this process, such as a connection in use.
   */
  check(): Promise<void>;

  /** The connections to the database, for monitoring; absent without a pool. */
  pool?(): PoolStats;

  /** The primary among several hosts; absent for a single one. */
  readonly primary?: PrimaryWatch;

  /**
   * Removes erased or deleted data from files of the database that still contain it, such as its log and free pages. False if other processes
   * prevented it. `thorough`: also old data, which can take some time and block writes. Absent if the database does not support it.
   */
  scrub?(thorough: boolean): Promise<boolean>;

  /**
   * Does work whose changes belong to a transaction of the host: they are committed with it, or not at all. Caches of all processes and
   * deliveries follow the host's commit. Absent if the database has no such transactions.
   *
   * @param handle the host's connection, with an open transaction
   * @param work gets the storage, whose changes join that transaction. If it throws, they are undone, and the transaction stays usable
   * @throws BookingError `invalid_request` if the handle cannot be used; or the error of `work`
   */
  within?<R>(handle: unknown, work: (bound: Storage) => Promise<R>): Promise<R>;

  /** Ends timers and connections; work in progress is finished first. */
  close(): Promise<void>;
}

/** The connections of a storage to its database. */
export interface PoolStats {
  /** Open connections, in use or not. */
  readonly open: number;
  /** Idle connections. */
  readonly idle: number;
  /** Steps that wait for a connection. */
  readonly waiting: number;
}
