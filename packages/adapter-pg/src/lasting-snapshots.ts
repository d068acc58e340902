import {
  BoundedMap,
  type DiaryBooking,
  type DiaryScope,
  type Endpoint,
  type Interval,
} from '@bord/engine/storage';

/** The live bookings that touch an interval, as this process last read or left them. */
export interface LastingDiary {
  readonly interval: Interval;
  readonly bookings: ReadonlyMap<string, DiaryBooking>;
  readonly digest: string;
}

/** The webhook endpoints, the oldest first, and their version in the database. */
export interface KnownEndpoints {
  readonly version: string;
  readonly list: readonly Endpoint[];
}

/** Other facts that a step was decided on; they are compared as well. */
export interface Ground {
  readonly locationId: string;
  readonly revision: number | null;
  /** See the column `locations.barred`. */
  readonly barred: number;
}

/** The state after a transaction, for the next one. */
export interface Lasting extends Ground {
  readonly endpoints: KnownEndpoints;
  readonly diaries: readonly LastingDiary[];
}

/** A day of two hundred bookings takes about 50 KB. */
const DIARIES_MAX = 200;

/**
 * The diaries after the transactions of this process, by interval.
 *
 * A rush is many transactions on one day, and the state after one is what the next would read, unless another process has written. So the next is
 * decided on the remembered state, and sent in one call. The database takes the locks, compares, and saves, or reports a change; then the step is
 * repeated with a read. It is safe, because the state is compared under the locks, in statements that start after they are held.
 *
 * If two processes write to one day in turn, remembered steps would be decided twice. So a diary that another process has changed is used again
 * only after it was found unchanged once.
 */
export class LastingSnapshots {
  readonly #diaries = new BoundedMap<string, LastingDiary & Ground & { readonly isShared: boolean }>(
    DIARIES_MAX,
  );

  /** As last read; they are of all locations. */
  endpoints: KnownEndpoints | undefined;

  /** The remembered state for these scopes of one location; undefined if it is incomplete or unlikely to be current. */
  recall(scopes: readonly DiaryScope[]): Lasting | undefined {
    const diaries = new Map<string, LastingDiary>();
    const { endpoints } = this;
    let ground: Ground | undefined;
    for (const scope of scopes) {
      // A booking named by its id is needed with its guest, and with waiting parties all are. Holds are counted under a separate lock.
      if (scope.whole || scope.holds || (scope.named && 'bookingId' in scope.named)) return undefined;
      const name = nameOf(scope.locationId, scope.interval);
      const diary = this.#diaries.get(name);
      if (!diary || diary.isShared || diary.revision !== scope.locationRevision) return undefined;
      if (ground && ground.barred !== diary.barred) return undefined;
      ground = diary;
      diaries.set(name, diary);
    }
    if (!ground || !endpoints) return undefined;
    const { locationId, revision, barred } = ground;
    return { locationId, revision, barred, endpoints, diaries: [...diaries.values()] };
  }

  /** Forgets a location, because its plan has changed. Changes by other processes are detected by the comparison. */
  forget(locationId: string): void {
    for (const [name, diary] of this.#diaries)
      if (diary.locationId === locationId) this.#diaries.delete(name);
  }

  /**
   * Keeps the state after a transaction.
   * @param read the digests that it found, in the same order; a different one means that another process has written
   */
  keep(lasting: Lasting, read: readonly string[]): void {
    const { locationId, revision, barred } = lasting;
    for (const [i, diary] of lasting.diaries.entries()) {
      const name = nameOf(locationId, diary.interval);
      const before = this.#diaries.get(name);
      const isShared = before !== undefined && before.digest !== read[i];
      this.#diaries.set(name, { ...diary, locationId, revision, barred, isShared });
    }
  }
}

function nameOf(locationId: string, { startMs, endMs }: Interval): string {
  return `${locationId} ${startMs} ${endMs}`;
}
