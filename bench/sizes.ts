/** How the cost of a day and size grows with the restaurant: its tables, and how full they are. For the plot of docs/explain/performance.md. */
import { createEngine, type LocationPlan } from '@bord/engine';
import { fixtures, memoryStorage } from '@bord/engine/testing';
import type { DiaryBooking } from '@bord/engine/storage';
import { availabilityOf } from '../packages/engine/src/core/seating/availability.ts';
import { dayStateOf } from '../packages/engine/src/core/seating/day-state.ts';
import { serviceDayOf } from '../packages/engine/src/core/location/service-day.ts';
import { bookingWindowOf } from '../packages/engine/src/core/location/slots.ts';
import { interleaved, median } from './figure.ts';
import { dateOf } from './restaurant.ts';
import type { Curve } from './plot.ts';

const { aPlan, aTable, FRIDAY_MS, LOCATION_ID } = fixtures;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS = 14;
const SIZES = Array.from({ length: 12 }, (_, i) => i + 1);
const TABLES = [10, 20, 40, 80, 160] as const;
/** Sittings at half of the tables of each kind. The others stay free, so that no party is re-seated: another benchmark measures that. */
const SITTINGS = [0, 2, 5] as const;
const ROUNDS = 9;
const SEATS = [
  [1, 2],
  [2, 4],
  [3, 6],
  [5, 8],
  [7, 12],
] as const;

function planOf(tables: number): LocationPlan {
  const kindOf = (i: number) => SEATS[i % SEATS.length]!;
  return aPlan({
    floorPlan: {
      tables: Array.from({ length: tables }, (_, i) => {
        const [seatsMin, seatsMax] = kindOf(i);
        return aTable(`T${i}`, { seatsMin, seatsMax });
      }),
      combinations: [],
      wastedSeatsMax: null,
    },
  });
}

/** The function that computes the days of such a restaurant, and asks them for all sizes. */
async function readsOf(tables: number, sittings: number): Promise<() => number> {
  const nowMs = FRIDAY_MS - DAY_MS;
  const engine = createEngine({
    clock: { nowMs: () => nowMs },
    storage: memoryStorage({ nowMs: () => nowMs }),
  });
  const { location } = await engine.operator.locations.apply(planOf(tables), LOCATION_ID);
  const window = bookingWindowOf(location, nowMs);
  const days = Array.from({ length: DAYS }, (_, i) => serviceDayOf(location, dateOf(FRIDAY_MS + i * DAY_MS)));
  const touching = days.map(({ interval }) =>
    location.floorPlan.tables.flatMap(({ id, seatsMin }, table) =>
      Array.from({ length: table < tables / 2 ? sittings : 0 }, (_, sitting): DiaryBooking => {
        const startMs = interval.startMs + 10 * 60 * MINUTE_MS + sitting * 120 * MINUTE_MS;
        const held = { startMs, blockedUntilMs: startMs + 90 * MINUTE_MS };
        return {
          id: `${table}-${sitting}`,
          ...held,
          partySize: seatsMin,
          tables: [id],
          pinned: false,
          tableAccess: 'online',
          kind: 'booking',
        };
      }),
    ),
  );
  return () => {
    const states = days.map((day, i) => dayStateOf(location, day, touching[i]!, nowMs));
    const startedMs = performance.now();
    const found = states.reduce((sum, state) => sum + availabilityOf(state, SIZES, window).length, 0);
    const tookMs = performance.now() - startedMs;
    if (found === 0) throw new Error('nothing was measured');
    return (tookMs * 1000) / (DAYS * SIZES.length);
  };
}

/** One curve for each fill: µs a day and size, by the number of tables. */
export async function curves(): Promise<Curve[]> {
  const measures: Record<string, () => number> = {};
  for (const sittings of SITTINGS)
    for (const tables of TABLES) measures[`${sittings} ${tables}`] = await readsOf(tables, sittings);
  await interleaved(3, measures);
  const rounds = await interleaved(ROUNDS, measures);
  return SITTINGS.map((sittings) => ({
    plot: 'A day and size, by the tables of the house',
    unit: 'µs',
    along: 'tables',
    label: sittings === 0 ? 'empty' : `${sittings} sittings at half of them`,
    points: TABLES.map((tables) => [tables, median(rounds[`${sittings} ${tables}`]!)] as const),
  }));
}
