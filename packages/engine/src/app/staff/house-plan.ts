import { assertManager, type HouseMember } from '../../core/access/policy.ts';
import type { Location, LocationPlan } from '../../core/location/location.ts';
import { reviewLocation } from '../operator/apply-location.ts';
import type { ApplyOptions, PlanReview } from '../operator/locations.ts';
import type { App } from '../shared/context.ts';
import { readHouse } from '../shared/read-location.ts';

/** The plan of one location. It is changed by the operator alone. */
export interface HousePlanActions {
  /** The plan as it stands now. */
  read(): Promise<Location>;
  /** What another plan would mean, as {@link LocationActions.review}; nothing is changed. Of a manager only. */
  review(plan: LocationPlan, options?: ApplyOptions): Promise<PlanReview>;
}

/** HousePlanActions of one member at one location. */
export function housePlanActions(app: App, caller: HouseMember): HousePlanActions {
  const { locationId } = caller;
  return {
    read: () => readHouse(app, caller, locationId),
    async review(plan, options) {
      assertManager(caller);
      return reviewLocation(app, plan, locationId, options);
    },
  };
}
