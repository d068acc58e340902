/**
 * Seasons in random restaurants: tables and combinations that are available in some of the day's periods only. Here the name of the period alone
 * decides, so that the search is tested apart from the parsing of seasons.
 */
import {
  bitsWhere,
  type Combination,
  type FloorPlan,
  type Table,
  tableOptionsOf,
} from '../../../packages/engine/src/core/location/floor-plan.ts';
import type { OutOfSeason } from '../../../packages/engine/src/core/location/out-of-season.ts';
import type { InSeason } from './brute-force.ts';
import { type Chance, pick } from './random.ts';

/** Each lasts an hour and a half, from 0 on; the last one to the end. */
const PERIODS = ['early', 'middle', 'late'] as const;
const PERIOD_MS = 90 * 60_000;

/** A restaurant, sometimes with seasons; the periods without each table, and the same as a plain rule. */
export function seasonal(
  chance: Chance,
  plan: FloorPlan,
): { plan: FloorPlan; isInSeason: InSeason; outOfSeasonAt: (startMs: number) => OutOfSeason } {
  const share = pick(chance, [0, 0, 0.3, 0.6]);
  // Few, so that some tables have the same.
  const seasons = Array.from({ length: pick(chance, [1, 1, 3]) }, () => [
    { periods: PERIODS.filter((_, i) => i === 2 || chance() < 0.6) },
  ]);
  const limited = <T extends Table | Combination>(of: T): T =>
    chance() < share ? { ...of, when: pick(chance, seasons) } : of;
  const own =
    share === 0
      ? plan
      : { ...plan, tables: plan.tables.map(limited), combinations: plan.combinations.map(limited) };
  const isInSeason: InSeason = ({ when }, startMs) =>
    when === undefined || when.some(({ periods }) => periods!.includes(periodOf(startMs)));
  const partsOf = (ids: readonly string[]) => own.tables.filter(({ id }) => ids.includes(id));
  const ofOption = (ids: readonly string[], nth: number) => (ids.length === 1 ? [] : [joinedAs(own, nth)]);
  const outs = new Map<string, OutOfSeason>();
  const outOfSeasonAt = (startMs: number): OutOfSeason => {
    const period = periodOf(startMs);
    let out = outs.get(period);
    if (out === undefined) {
      let nth = -1;
      const bits = bitsWhere(tableOptionsOf(own), ({ tables }) => {
        nth++;
        return ![...partsOf(tables), ...ofOption(tables, nth)].every((of) => isInSeason(of, startMs));
      });
      outs.set(period, (out = bits.some((word) => word !== 0) ? bits : null));
    }
    return out;
  };
  return { plan: own, isInSeason, outOfSeasonAt };
}

/** The combination of an option of the plan: combinations follow the tables, by their seats. */
function joinedAs(plan: FloorPlan, option: number): Combination {
  return plan.combinations.toSorted((a, b) => a.seatsMax - b.seatsMax)[option - plan.tables.length]!;
}

function periodOf(startMs: number): string {
  return PERIODS[Math.min(2, Math.floor(startMs / PERIOD_MS))]!;
}
