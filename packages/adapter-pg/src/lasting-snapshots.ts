import { BoundedMap, type DiaryBooking, type DiaryScope, type Interval } from '@bord/engine/storage';

/** The live bookings that touch an interval, as the database had them when this process looked last. */
export interface LastingDiary {
  readonly interval: Interval;
  readonly bookings: ReadonlyMap<string, DiaryBooking>;
  readonly digest: string;
}

/** What a step was decided on besides the diary, and is compared as well. */
export interface Ground {
  readonly locationId: string;
  readonly revision: number | null;
  /** See the column `locations.barred`. */
  readonly barred: number;
}

/** What a transaction leaves behind, for the next. */
export interface Lasting extends Ground {
  readonly diaries: readonly LastingDiary[];
}

/** An evening of two hundred bookings takes some 50 KB. */
const DIARIES_MAX = 200;

/**
 * What the transactions of this process have left behind, interval by interval.
 *
 * A rush is one evening, booked in one transaction after the other. What one has read and evolved is what the next would read, unless somebody
 * else has written in between. So the next is decided on it at once, and only then sent: in one call the database takes the locks, compares, and
 * saves, or returns that something has changed; then the step is taken as ever. Nothing is believed: what was decided on is compared under
 * the locks, in statements that begin when they are held.
 *
 * Where two processes take turns on one evening, a step that was decided on what this process remembers would be decided twice. So a diary that somebody
 * else has changed is only used again when it was found unchanged once.
 */
export class LastingSnapshots {
  readonly #diaries = new BoundedMap<string, LastingDiary & Ground & { readonly isShared: boolean }>(
    DIARIES_MAX,
  );

  /** What is known of all that these scopes, of one location, ask for; undefined when it is not all known, or not worth a try. */
  recall(scopes: readonly DiaryScope[]): Lasting | undefined {
    const diaries = new Map<string, LastingDiary>();
    let ground: Ground | undefined;
    for (const scope of scopes) {
      // A booking that is named by its id is needed whole, with its guest, and so are all where somebody waits. Holds are counted under their own lock.
      if (scope.whole || scope.holds || (scope.named && 'bookingId' in scope.named)) return undefined;
      const name = nameOf(scope.locationId, scope.interval);
      const diary = this.#diaries.get(name);
      if (!diary || diary.isShared || diary.revision !== scope.locationRevision) return undefined;
      if (ground && ground.barred !== diary.barred) return undefined;
      ground = diary;
      diaries.set(name, diary);
    }
    if (!ground) return undefined;
    const { locationId, revision, barred } = ground;
    return { locationId, revision, barred, diaries: [...diaries.values()] };
  }

  /** Forgets a location: its plan has changed. That of another process is noticed when it is compared. */
  forget(locationId: string): void {
    for (const [name, diary] of this.#diaries)
      if (diary.locationId === locationId) this.#diaries.delete(name);
  }

  /**
   * Keeps what a transaction has left behind.
   *
   * @param read the digests that it found, in the same order; where this process knew another, somebody else has been there
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
