import { BoundedMap } from '../core/bounded-map.ts';
import type { DiaryScope } from '../core/booking/diary.ts';

/** So many dates are remembered; of one that is not, a step is taken twice. */
const DATES_MAX = 1000;

/** The dates on which somebody waits (D36), as far as this process has noticed: their steps read the bookings whole. */
export interface WaitingDays {
  /** Somebody waits within the scope, or was seen to. */
  includes(scope: DiaryScope): boolean;
  /** What a step has found. */
  note(scope: DiaryScope, isWaitedFor: boolean): void;
}

export function createWaitingDays(): WaitingDays {
  const dates = new BoundedMap<string, true>(DATES_MAX);
  const names = ({ locationId, dates: of }: DiaryScope): string[] =>
    of.map((date) => `${locationId} ${date}`);
  return {
    includes: (scope) => dates.size > 0 && names(scope).some((name) => dates.get(name)),
    note(scope, isWaitedFor) {
      for (const name of isWaitedFor || dates.size > 0 ? names(scope) : []) {
        if (isWaitedFor) dates.set(name, true);
        else dates.delete(name);
      }
    },
  };
}
