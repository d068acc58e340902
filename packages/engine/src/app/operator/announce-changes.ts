/** A changed plan changes availability: who listens is told in the same step (D37). For changes of bookings: `core/booking/step.ts`. */
import { changedRange } from '../../core/location/changed-range.ts';
import type { LocationPlan } from '../../core/location/location.ts';
import { announceAvailability } from '../../core/outbox/availability-event.ts';
import type { DatedDelivery } from '../../core/outbox/coalesce.ts';
import type { App } from '../context.ts';
import { newChangeId } from '../../core/ids.ts';

/** What a change of plan is told by: one event of all its dates for each that listens. */
export async function announcingPlanOf(
  app: App,
  locationId: string,
): Promise<(before: LocationPlan | null, after: LocationPlan) => readonly DatedDelivery[]> {
  const endpoints = await app.listeners.at(locationId);
  if (endpoints.length === 0) return () => [];
  const nowMs = app.clock.nowMs();
  const changeId = newChangeId(app.random, nowMs);
  return (before, after) => {
    const range = changedRange(before, after, nowMs);
    const ranges = range ? [range] : [];
    return announceAvailability({ locationId, ranges, changeId, endpoints }, nowMs);
  };
}
