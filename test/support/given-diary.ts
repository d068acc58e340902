/** An engine with a given diary: for questions about days without bookings to make first. */
import { type Clock, createEngine, type Engine, type Observer, type Policy } from '@bord/engine';
import type { DiaryBooking, Interval, Invalidation } from '@bord/engine/storage';
import { memoryStorage } from '@bord/engine/testing';

interface Given {
  readonly clock: Clock;
  /** The live bookings that touch an interval. */
  readonly diary: (interval: Interval) => readonly DiaryBooking[];
  readonly observer?: Observer;
  readonly policies?: readonly Policy[];
}

/** Over a storage in memory. `tell` says to the engine what has changed. */
export function engineOnDiary({ clock, diary, observer = () => undefined, policies = [] }: Given): {
  readonly engine: Engine;
  tell(invalidation: Invalidation): void;
} {
  const storage = memoryStorage(clock);
  let tell: (invalidation: Invalidation) => void = () => undefined;
  const engine = createEngine({
    clock,
    observer,
    policies,
    storage: {
      ...storage,
      bookings: { ...storage.bookings, diary: async (_, interval) => diary(interval) },
      invalidations: { subscribe: (listener) => ((tell = listener), () => undefined) },
    },
  });
  return { engine, tell: (invalidation) => tell(invalidation) };
}
