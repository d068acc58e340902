/**
 * A theorem as a test: if all the parties of an evening can be seated together, so can the first of them, the first two, and so on. Who may give others
 * another table, and finds out exactly whether there is room, refuses none of them, in whatever order they ask. Who gives each party a table for good
 * refuses up to half of them.
 */
import { expect, test } from 'vitest';
import type { DiaryBooking } from '../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../packages/engine/src/core/location/floor-plan.ts';
import { inFull } from '../support/long.ts';
import { seed } from '../support/seed.ts';
import { areTheSame, waysToSeat } from './brute-force.ts';
import { RESTAURANTS } from './busy-days.ts';
import { askAll, feasibleDay, ORDERS } from './feasible-days.ts';
import { chanceOf } from './random.ts';

const FORTY = RESTAURANTS.find(({ name }) => name === '40 tables, 11 combinations')!.plan;
/** By how many tables, and how many evenings are tried in each order. */
const SIZES = [
  [10, inFull(400, 4)],
  [20, inFull(300, 2)],
  [40, inFull(150, 1)],
] as const;

/** Two tables of every so many, next to each other, with the combinations of them. */
function partOf(count: number): FloorPlan {
  const every = (2 * FORTY.tables.length) / count;
  const tables = FORTY.tables.filter((_, i) => i % every < 2);
  const ids = new Set(tables.map(({ id }) => id));
  const combinations = FORTY.combinations.filter((one) => one.tables.every((id) => ids.has(id)));
  return { ...FORTY, tables, combinations };
}

/** What is wrong with who sits where; nothing when each party fits where it sits and is alone there. */
function faultOf(plan: FloorPlan, bookings: readonly DiaryBooking[]): string | null {
  for (const [i, one] of bookings.entries()) {
    if (!waysToSeat(plan, one.partySize, 'online').some((way) => areTheSame(way, one.tables)))
      return `${one.id} does not fit at ${one.tables.join('+')}`;
    const other = bookings
      .slice(i + 1)
      .find(
        (each) =>
          one.startMs < each.blockedUntilMs &&
          each.startMs < one.blockedUntilMs &&
          each.tables.some((id) => one.tables.includes(id)),
      );
    if (other) return `${one.id} and ${other.id} sit at one table`;
  }
  return null;
}

test.each(SIZES)(
  'D2 D9 of an evening that can be seated nobody is refused, in whatever order they ask: %i tables with combinations',
  { timeout: 3_600_000 },
  (count, days) => {
    console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
    const plan = partOf(count);
    expect(plan.combinations.length).toBeGreaterThan(0);
    const total = { days: 0, parties: 0, undecided: 0, moved: 0, refusedAtFixedTables: 0 };
    for (const [order, inOrder] of Object.entries(ORDERS)) {
      for (let i = 0; i < days; i++) {
        const chance = chanceOf(seed + i);
        const parties = inOrder(chance, feasibleDay(chance, plan, i % 2 === 0 ? 0.5 : 0.1));
        const { refused, undecided, moved, bookings } = askAll(plan, parties, null);
        expect([order, seed + i, refused]).toEqual([order, seed + i, 0]);
        expect(faultOf(plan, bookings)).toBeNull();
        expect(bookings.length).toBe(parties.length);
        total.days++;
        total.parties += parties.length;
        total.undecided += undecided;
        total.moved += moved;
        // The control: who may move nobody has to refuse some of them.
        total.refusedAtFixedTables += askAll(plan, parties, 0).refused;
      }
    }
    console.log(total);
    expect(total.moved).toBeGreaterThan(0);
    expect(total.refusedAtFixedTables).toBeGreaterThan(0);
  },
);
