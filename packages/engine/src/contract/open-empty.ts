import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';

/** What a storage is opened on for one case of the contract. */
export interface EmptyGround {
  /** A folder of the case's own, with nothing in it, which is removed afterwards. */
  readonly folder: string;
  /** Set by hand: the storage is to ask it for the time, unless its time is a database server's. */
  readonly clock: Clock;
}

/** A storage that is opened more than once, or has a clock or an end of its own. */
export interface OpenedStorage {
  /** Every way into the same empty database, one for each process that might share it. The first is the one that most is asked of. */
  readonly openings: readonly [Storage, ...Storage[]];
  /**
   * Lets time pass for a storage that does not ask the given clock. Where nobody can set the clock that it asks, what is kept is made older instead.
   */
  pass?(ms: number): Promise<void>;
  /** Takes away what is left when all openings have been closed. */
  close?(): Promise<void>;
}

/**
 * Opens a storage that is empty: what `bord verify-store` wants of a module, as its default export or under the name `openEmpty`. It is asked
 * anew for every case.
 *
 * ```ts
 * export const openEmpty: OpenEmpty = ({ folder, clock }) => myStorage({ path: join(folder, 'my.db'), clock });
 * ```
 */
export type OpenEmpty = (ground: EmptyGround) => Storage | OpenedStorage | Promise<Storage | OpenedStorage>;
