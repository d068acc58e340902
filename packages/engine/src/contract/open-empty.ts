import type { Clock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';

/** The environment in which a storage is opened for one case of the contract. */
export interface EmptyGround {
  /** An empty folder for this case, removed afterwards. */
  readonly folder: string;
  /** Set by hand: the storage is to ask it for the time, unless its time is a database server's. */
  readonly clock: Clock;
}

/** A storage that can be opened repeatedly, or has a custom clock or close function. */
export interface OpenedStorage {
  /** Every way into the same empty database, one for each process that might share it. The first is the one that most is asked of. */
  readonly openings: readonly [Storage, ...Storage[]];
  /**
   * Advances the clock of a storage that does not use the given clock. If its clock cannot be set, it moves stored times back instead.
   */
  pass?(ms: number): Promise<void>;
  /** Takes away what is left when all openings have been closed. */
  close?(): Promise<void>;
}

/**
 * Opens an empty storage: the function that `bord verify-store` expects of a module, as its default export or under the name `openEmpty`. It is
 * called for each case.
 *
 * ```ts
 * export const openEmpty: OpenEmpty = ({ folder, clock }) => myStorage({ path: join(folder, 'my.db'), clock });
 * ```
 */
export type OpenEmpty = (ground: EmptyGround) => Storage | OpenedStorage | Promise<Storage | OpenedStorage>;
