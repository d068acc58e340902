import { assertManager, type LocationCaller } from '../../core/access/policy.ts';
import type { Location, LocationPlan } from '../../core/location/location.ts';
import { reviewLocation } from '../operator/apply-location.ts';
import type { ApplyOptions, PlanReview } from '../operator/locations.ts';
import type { App } from '../context.ts';
import { readHouse } from '../read-location.ts';

/** The plan of one location. Only the operator changes it: {@link OperatorLocationActions.apply}. */
export interface PlanActions {
  /** The plan in force. */
  read(): Promise<Location>;
  /** The effects of another plan, as {@link OperatorLocationActions.review}, without a change. For managers only. */
  review(plan: LocationPlan, options?: ApplyOptions): Promise<PlanReview>;
}

export function planActions(app: App, caller: LocationCaller): PlanActions {
  const { locationId } = caller;
  return {
    read: () => readHouse(app, caller, locationId),
    async review(plan, options) {
      assertManager(caller);
      return reviewLocation(app, plan, locationId, options);
    },
  };
}
