import { BookingError } from '../../core/errors.ts';
import type { Closure, Location, LocationPlan } from '../../core/location/location.ts';
import { orNone } from '../../core/text.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';
import { applyPlan, readLocation } from './locations.ts';
import { newClosureId } from '../shared/new-id.ts';

/** The closures of locations (D8). */
export interface ClosureActions {
  /** Closes a location for dates (both ends count) or for hours; bookings that stand are not touched. A blank reason is none (D8). */
  add(locationId: string, closure: Omit<Closure, 'id'>): Promise<Closure>;
  /** Opens a location again where it was closed; `conflict` when there is no such closure. */
  remove(closure: {
    /** The location's id, a UUID. */
    readonly locationId: string;
    /** The closure's id, from {@link Closure.id}. */
    readonly closureId: string;
  }): Promise<Closure>;
}

/** ClosureActions of one engine. */
export function closureActions(app: App): ClosureActions {
  return {
    add: (locationId, closure) => addClosure(app, locationId, closure),
    remove: ({ locationId, closureId }) => removeClosure(app, locationId, closureId),
  };
}

async function addClosure(app: App, locationId: string, closure: Omit<Closure, 'id'>): Promise<Closure> {
  const added = { id: newClosureId(app.random), ...closure, reason: orNone(closure.reason) };
  return changePlan(app, locationId, (plan) => [{ ...plan, closures: [...plan.closures, added] }, added]);
}

async function removeClosure(app: App, locationId: string, closureId: string): Promise<Closure> {
  return changePlan(app, locationId, (plan) => {
    const removed = plan.closures.find(({ id }) => id === closureId);
    if (!removed) throw new BookingError('conflict', `there is no closure ${closureId}`);
    return [{ ...plan, closures: plan.closures.filter((closure) => closure !== removed) }, removed];
  });
}

/** Changes a plan as it stands now, and returns what `change` says beside it: what others have changed meanwhile is kept. */
async function changePlan<R>(
  app: App,
  locationId: string,
  change: (plan: LocationPlan) => readonly [plan: LocationPlan, result: R],
): Promise<R> {
  for (;;) {
    const { id, revision, ...plan }: Location = await readLocation(app, locationId);
    const [changed, result] = change(plan);
    try {
      await applyPlan(app, id, changed, revision);
      return result;
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}
