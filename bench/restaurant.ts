/** The restaurant of the benchmarks: forty tables, open daily, and days that fill in a known order. */
import type { Location, LocationPlan } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';

const { aPlan, aTable, FRIDAY_MS } = fixtures;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How many tables there are for which parties. */
const TABLES = [
  [10, 1, 2],
  [14, 2, 4],
  [8, 3, 6],
  [4, 5, 8],
  [4, 7, 12],
] as const;

/** Forty tables; parties of one to twelve find one. */
export const FORTY_TABLES: LocationPlan = aPlan({
  floorPlan: {
    tables: TABLES.flatMap(([count, seatsMin, seatsMax]) =>
      Array.from({ length: count }, (_, i) => ({ seatsMin, seatsMax, name: `${seatsMax}-${i + 1}` })),
    ).map(({ name, ...seats }) => aTable(name, seats)),
    combinations: [],
    wastedSeatsMax: null,
  },
});

/** Forty tables that are alike: any party of two fills exactly one. */
export const FORTY_ALIKE: LocationPlan = aPlan({
  floorPlan: {
    tables: Array.from({ length: 40 }, (_, i) => aTable(`T${i}`)),
    combinations: [],
    wastedSeatsMax: null,
  },
});

/** Two guests at a time that is free. */
export interface Visit {
  readonly number: number;
  readonly date: string;
  readonly dayMs: number;
  readonly startMs: number;
}

const SITTINGS = 5;
const TURN_MS = 90 * MINUTE_MS;
/** The number of days that are filled at the same time. */
const SPREAD = 10;

/** Day after day is filled, ten at the same time; with {@link FORTY_ALIKE} there is a table for each visit. */
export function visits(location: Pick<Location, 'floorPlan'>): () => Visit {
  const tables = location.floorPlan.tables.length;
  let number = -1;
  return () => {
    number += 1;
    const turn = Math.floor(number / SPREAD); // within the evenings that are being filled
    const day = Math.floor(turn / (tables * SITTINGS)) * SPREAD + (number % SPREAD);
    const dayMs = FRIDAY_MS + day * DAY_MS;
    const startMs = dayMs + 10 * 60 * MINUTE_MS + (Math.floor(turn / tables) % SITTINGS) * TURN_MS;
    return { number, date: dateOf(dayMs), dayMs, startMs };
  };
}

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
