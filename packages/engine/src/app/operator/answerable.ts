/** Whether availability of a location can be computed in time with a plan. */
import { invalid } from '../../core/errors.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { COST_SLOW, COST_TOO_MUCH, type PlanCost, planCostOf } from '../../core/location/plan-cost.ts';

/** Warnings about an acceptable plan. */
export function warningsOf(plan: LocationPlan): readonly string[] {
  const cost = planCostOf(plan);
  if (cost.units <= COST_SLOW) return [];
  return [`availability of full days will be slow, and sometimes less than exact: ${costText(cost)}`];
}

/** Throws `invalid_request` for a plan that would take too long to search, by its starts and tables. Hard tables alone are accepted. */
export function assertAnswerable(plan: LocationPlan): void {
  const cost = planCostOf(plan);
  const { units, slotStepMinutes } = cost;
  if (units <= COST_TOO_MUCH || slotStepMinutes >= USUAL_STEP_MINUTES) return;
  const period = plan.servicePeriods.findIndex((one) => one.slotStepMinutes === slotStepMinutes);
  const at = ['servicePeriods', period, 'slotStepMinutes'];
  invalid(`availability could not be answered in time: ${costText(cost)}`, at);
}

/** The causes of a plan's cost, and how to reduce it. */
function costText({ slots, kinds, slotStepMinutes }: PlanCost): string {
  const step = `a slotStep of ${USUAL_STEP_MINUTES} instead of ${slotStepMinutes}`;
  const instead = [
    ...(slotStepMinutes < USUAL_STEP_MINUTES ? [step] : []),
    'the same seats for tables that are nearly alike',
    'movesMax: 0, with which bookings never change tables',
  ];
  return `a full day has ${slots} starts, and there are ${kinds} kinds of tables. Choose one of these changes: ${instead.join('; ')}`;
}

/** The slot step of most locations. */
const USUAL_STEP_MINUTES = 15;
