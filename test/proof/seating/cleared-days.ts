/** Small restaurants, and days in which some have sat down by noon. */
import { fixtures } from '@bord/engine/testing';
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { Location } from '../../../packages/engine/src/core/location/location.ts';
import { randomDay, randomPlan } from './days.ts';
import type { Chance } from './random.ts';

const { aPlan, FRIDAY_MS, LOCATION_ID } = fixtures;

/** A party that starts by noon keeps its tables. */
export const NOON_MS = FRIDAY_MS + 12 * 3_600_000;

export interface ClearedDay {
  readonly location: Location;
  readonly others: readonly DiaryBooking[];
}

export function aDay(chance: Chance): ClearedDay {
  const floorPlan = randomPlan(chance);
  const location = { ...aPlan({ floorPlan, freezeMinutes: 0 }), id: LOCATION_ID, revision: 1 };
  const shifted = (ms: number): number => NOON_MS - 60 * 60_000 + ms;
  const others = randomDay(chance, floorPlan, 8).map((booking) => ({
    ...booking,
    startMs: shifted(booking.startMs),
    blockedUntilMs: shifted(booking.blockedUntilMs),
  }));
  return { location, others };
}

/** They share a table at some instant. */
export function clash(a: DiaryBooking, b: DiaryBooking): boolean {
  return (
    a.startMs < b.blockedUntilMs &&
    b.startMs < a.blockedUntilMs &&
    a.tables.some((id) => b.tables.includes(id))
  );
}
