import type { FloorPlan } from './floor-plan.ts';
import type { LocationPlan, ServicePeriod, TurnTime } from './location.ts';

/** The estimated cost of the availability of a full day (D2), with its causes. */
export interface PlanCost {
  /** Steps of the search for room, times tables. Computed only from the plan, so it is the same on every machine. */
  readonly units: number;
  /** Starts of the fullest day. */
  readonly slots: number;
  /** The number of kinds of tables: tables with the same seats, seasons and access are equal. Joined tables matter little. */
  readonly kinds: number;
  /** The smallest slot step of the periods. */
  readonly slotStepMinutes: number;
}

/** Above this, questions about a full day take some milliseconds each, and answers are less often exact. */
export const COST_SLOW = 4_000_000;

/** Above this, the budget of a day does not suffice: most questions about a full day would be answered no without a search. */
export const COST_TOO_MUCH = 40_000_000;

/** The maximum cost of one question in this estimate. The search has a separate budget, in finer steps. */
const STEPS_MAX = 20_000;

/** The cost of a full day: a search takes about the cube of the kinds of tables, for every start. Without re-seating, counting suffices. */
export function planCostOf(plan: LocationPlan): PlanCost {
  const slots = slotsOfFullestDay(plan);
  const kinds = kindsOf(plan.floorPlan);
  const isCounted = plan.movesMax === 0 || kinds < 2;
  const units = isCounted ? 0 : slots * Math.min(STEPS_MAX, kinds ** 3) * plan.floorPlan.tables.length;
  const steps = plan.servicePeriods.map(({ slotStepMinutes }) => slotStepMinutes);
  return { units, slots, kinds, slotStepMinutes: Math.min(...steps, DAY_MINUTES) };
}

const DAY_MINUTES = 1440;

function kindsOf({ tables }: FloorPlan): number {
  return new Set(
    tables.map(
      ({ seatsMin, seatsMax, online, when }) => `${seatsMin}-${seatsMax}-${online}${JSON.stringify(when)}`,
    ),
  ).size;
}

function slotsOfFullestDay({ servicePeriods, turnTimes }: LocationPlan): number {
  const slotsOn = (isOpen: (period: ServicePeriod) => boolean): number =>
    servicePeriods.filter(isOpen).reduce((sum, period) => sum + slotsOf(period, turnTimes), 0);
  const dates = new Set(servicePeriods.flatMap((period) => period.dates));
  return Math.max(
    0,
    ...[1, 2, 3, 4, 5, 6, 7].map((day) => slotsOn(({ weekdays }) => weekdays.some((one) => one === day))),
    ...[...dates].map((date) => slotsOn((period) => period.dates.includes(date))),
  );
}

function slotsOf(period: ServicePeriod, turnTimes: readonly TurnTime[]): number {
  const shortest = Math.min(...(period.turnTimes ?? turnTimes).map(({ turnMinutes }) => turnMinutes));
  const last = period.lastSeatingMinute ?? period.closesMinute - shortest;
  return Math.max(0, Math.floor((last - period.opensMinute) / period.slotStepMinutes) + 1);
}
