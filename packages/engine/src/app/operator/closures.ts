import type { HouseCaller } from '../../core/access/policy.ts';
import type { AffectedBooking } from '../../core/booking/affected-bookings.ts';
import { BookingError } from '../../core/errors.ts';
import type { Closure, Location, LocationPlan } from '../../core/location/location.ts';
import { assertLocationPlan } from '../../core/location/location-rules.ts';
import { orNone } from '../../core/text.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';
import { applyPlan } from './apply-location.ts';
import { readHouse } from '../shared/read-location.ts';
import { newClosureId } from '../shared/new-id.ts';

/** The closures of locations (D8). */
export interface ClosureActions {
  /** Closes a location for dates (both ends count) or for hours; bookings that stand are not touched, and told of. A blank reason is none (D8). */
  add(locationId: string, closure: Omit<Closure, 'id'>): Promise<AddedClosure>;
  /** Opens a location again where it was closed; `conflict` when there is no such closure. */
  remove(closure: {
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** The closure's id, from {@link Closure.id}. */
    readonly closureId: string;
  }): Promise<Closure>;
}

/** A closure that was made. */
export interface AddedClosure extends Closure {
  /** The bookings that stand in it, and were not in a closure before; by start. */
  readonly bookings: readonly AffectedBooking[];
}

/** ClosureActions of one engine. */
export function closureActions(app: App, caller: HouseCaller): ClosureActions {
  return {
    add: (locationId, closure) => addClosure(app, caller, locationId, closure),
    remove: ({ locationId, closureId }) => removeClosure(app, caller, locationId, closureId),
  };
}

/** Adds a closure to the plan as it stands now. */
export async function addClosure(
  app: App,
  caller: HouseCaller,
  locationId: string,
  closure: Omit<Closure, 'id'>,
): Promise<AddedClosure> {
  const added = { id: newClosureId(app.random), ...closure, reason: orNone(closure.reason) };
  const [, bookings] = await changePlan(app, caller, locationId, (plan) => [
    { ...plan, closures: [...plan.closures, added] },
    added,
  ]);
  return { ...added, bookings };
}

/** @param mayRemove throws when this one may not be removed by the caller */
export async function removeClosure(
  app: App,
  caller: HouseCaller,
  locationId: string,
  closureId: string,
  mayRemove: (closure: Closure, plan: LocationPlan) => void = () => undefined,
): Promise<Closure> {
  const [closure] = await changePlan(app, caller, locationId, (plan) => {
    const removed = plan.closures.find(({ id }) => id === closureId);
    if (!removed) throw new BookingError('conflict', `there is no closure ${closureId}`);
    mayRemove(removed, plan);
    return [{ ...plan, closures: plan.closures.filter((each) => each !== removed) }, removed];
  });
  return closure;
}

/** Changes a plan as it stands now, and returns what `change` says beside it, and whom that affects: what others have changed meanwhile is kept. */
async function changePlan<R>(
  app: App,
  caller: HouseCaller,
  locationId: string,
  change: (plan: LocationPlan) => readonly [plan: LocationPlan, result: R],
): Promise<readonly [result: R, bookings: readonly AffectedBooking[]]> {
  for (;;) {
    const { id, revision, ...plan }: Location = await readHouse(app, caller, locationId);
    const [changed, result] = change(plan);
    try {
      assertLocationPlan(changed);
      const { bookings } = await applyPlan(app, id, changed, revision);
      return [result, bookings];
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}
