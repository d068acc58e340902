/**
 * A tested theorem: if all parties of a day can be seated together, so can the first of them, the first two, and so on. An exact search that may
 * move parties rejects none of them, in any order of requests. A search that gives each party a fixed table rejects up to half of them.
 */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { areTheSame, waysToSeat } from './brute-force.ts';
import { RESTAURANTS } from './busy-days.ts';
import { askAll, feasibleDay, ORDERS, type Outcome } from './feasible-days.ts';
import { chanceOf } from './random.ts';

const FORTY = RESTAURANTS.find(({ name }) => name === '40 tables, 11 combinations')!.plan;

/** How many tables the restaurants have. */
export const TABLE_COUNTS = [10, 20, 40] as const;

/** The results of many days. */
export interface Tally {
  readonly days: number;
  readonly parties: number;
  readonly refused: number;
  readonly undecided: number;
  readonly unanswered: number;
  readonly moved: number;
  /** The control: rejections by a search without moves. */
  readonly refusedAtFixedTables: number;
}

/** One day in one order. */
export interface TriedDay {
  readonly order: string;
  readonly seed: number;
  readonly parties: number;
  readonly outcome: Outcome;
  readonly refusedAtFixedTables: number;
  /** The violation in the seating, or a missing party; null if there is none. */
  readonly fault: string | null;
}

/** A restaurant with some tables and the combinations of them. */
export function restaurantOf(tableCount: number): FloorPlan {
  // Two tables of every so many, next to each other.
  const every = (2 * FORTY.tables.length) / tableCount;
  const tables = FORTY.tables.filter((_, i) => i % every < 2);
  const ids = new Set(tables.map(({ id }) => id));
  const combinations = FORTY.combinations.filter((one) => one.tables.every((id) => ids.has(id)));
  return { ...FORTY, tables, combinations };
}

/** Tries `days` days, each in every order. */
export function* tryDays(plan: FloorPlan, seed: number, days: number): Generator<TriedDay> {
  for (let i = 0; i < days; i++)
    for (const [order, inOrder] of Object.entries(ORDERS)) {
      const chance = chanceOf(seed + i);
      const parties = inOrder(chance, feasibleDay(chance, plan, (seed + i) % 2 === 0 ? 0.5 : 0.1));
      const outcome = askAll(plan, parties, null);
      const { seated, refused, unanswered, bookings } = outcome;
      const isSomebodyLost = seated + refused + unanswered !== parties.length;
      yield {
        order,
        seed: seed + i,
        parties: parties.length,
        outcome,
        refusedAtFixedTables: askAll(plan, parties, 0).refused,
        fault: isSomebodyLost ? 'a party is missing' : faultOf(plan, bookings),
      };
    }
}

/** The empty tally. */
export const NOTHING: Tally = {
  days: 0,
  parties: 0,
  refused: 0,
  undecided: 0,
  unanswered: 0,
  moved: 0,
  refusedAtFixedTables: 0,
};

/** Adds a day. */
export function withDay(tally: Tally, { parties, outcome, refusedAtFixedTables }: TriedDay): Tally {
  return {
    days: tally.days + 1,
    parties: tally.parties + parties,
    refused: tally.refused + outcome.refused,
    undecided: tally.undecided + outcome.undecided,
    unanswered: tally.unanswered + outcome.unanswered,
    moved: tally.moved + outcome.moved,
    refusedAtFixedTables: tally.refusedAtFixedTables + refusedAtFixedTables,
  };
}

/** The violation in a seating; null if each party fits its table and is alone there. */
export function faultOf(plan: FloorPlan, bookings: readonly DiaryBooking[]): string | null {
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
