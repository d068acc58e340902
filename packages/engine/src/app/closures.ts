import { BookingError, invalid } from '../core/errors.ts';
import type { Closure, Location, LocationPlan } from '../core/location.ts';
import { StaleStepError } from '../ports/booking-store.ts';
import type { App } from './context.ts';
import { applyPlan, readLocation } from './locations.ts';
import { newClosureId } from './new-id.ts';

/** Closes a location for dates (both ends count) or for hours; bookings that stand are not touched. */
export async function addClosure(
  app: App,
  locationId: string,
  closure: Omit<Closure, 'id'>,
): Promise<Closure> {
  const added = { id: newClosureId(app.random), ...closure };
  await changePlan(app, locationId, (plan) => ({ ...plan, closures: [...plan.closures, added] }));
  return added;
}

/** Opens a location again where it was closed; `conflict` when there is no such closure. */
export async function removeClosure(app: App, locationId: string, closureId: string): Promise<Closure> {
  let removed: Closure | undefined;
  await changePlan(app, locationId, (plan) => {
    removed = plan.closures.find(({ id }) => id === closureId);
    if (!removed) throw new BookingError('conflict', `there is no closure ${closureId}`);
    return { ...plan, closures: plan.closures.filter(({ id }) => id !== closureId) };
  });
  return removed ?? invalid('no closure');
}

/** Changes a plan as it stands now: what others have changed meanwhile is kept. */
async function changePlan(
  app: App,
  locationId: string,
  change: (plan: LocationPlan) => LocationPlan,
): Promise<void> {
  for (;;) {
    const { id, revision, ...plan }: Location = await readLocation(app, locationId);
    try {
      await applyPlan(app, id, change(plan), revision);
      return;
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}
