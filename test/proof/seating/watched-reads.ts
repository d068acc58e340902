/** A storage that finds steps which give tables at times that they have not read and locked. */
import {
  type Amendment,
  type DiaryScope,
  type Interval,
  isLive,
  savedRows,
  type Snapshot,
  type Storage,
  toDiary,
} from '@bord/engine/storage';
import { heldBy } from '../../../packages/engine/src/core/booking/diary.ts';
import { datesTouched } from '../../../packages/engine/src/core/local-date.ts';

/** The storage with each step observed; `reachingOut` counts bookings that begin or end outside of what their step has read. */
export function watchedReads(storage: Storage): { readonly storage: Storage; reachingOut(): number } {
  let reachingOut = 0;
  const { bookings } = storage;
  const amend: typeof bookings.amend = (scope, rule) =>
    bookings.amend(scope, (snapshot) => {
      const amendment = rule(snapshot);
      const { startMs, endMs } = scope.interval;
      reachingOut += snapshot.bookings.filter(
        (one) => one.startMs < startMs || endMs < one.blockedUntilMs,
      ).length;
      for (const given of givenTables(snapshot, amendment))
        if (!isCovered(scope, given))
          throw new Error(
            `a step gives tables at ${JSON.stringify(given)}, and has read ${JSON.stringify(scope)}`,
          );
      return amendment;
    });
  const watched: Storage['bookings'] = Object.create(bookings, { amend: { value: amend } });
  return {
    storage: Object.create(storage, { bookings: { value: watched } }),
    reachingOut: () => reachingOut,
  };
}

/** When the step gives tables to anybody. */
function givenTables({ bookings }: Snapshot, amendment: Amendment<unknown>): Interval[] {
  const moved = (amendment.reseatings ?? []).filter(({ tables }) => tables.length > 0);
  const rows = savedRows(amendment).filter((row) => isLive(row) && row.tables.length > 0);
  return [
    ...rows.map((row) => heldBy(toDiary(row))),
    ...moved.flatMap(({ bookingId }) => bookings.filter(({ id }) => id === bookingId).map(heldBy)),
  ];
}

function isCovered({ interval, dates }: DiaryScope, given: Interval): boolean {
  const isRead = interval.startMs <= given.startMs && given.endMs <= interval.endMs;
  return isRead && datesTouched('UTC', given).every((date) => dates.includes(date));
}
