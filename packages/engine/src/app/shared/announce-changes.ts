/** That what can be had has changed is written in the step of its change, whoever takes it (D37). */
import { changedDates } from '../../core/booking/availability-change.ts';
import type { Amendment, Snapshot } from '../../core/booking/diary.ts';
import { changedRange } from '../../core/location/changed-range.ts';
import type { Location, LocationPlan } from '../../core/location/location.ts';
import { announceAvailability } from '../../core/outbox/availability-event.ts';
import type { DatedDelivery } from '../../core/outbox/coalesce.ts';
import type { App } from './context.ts';
import { newChangeId } from './new-id.ts';

/** Adds to an amendment of a location's diary what is told of it. */
export type Announcing = <R>(amendment: Amendment<R>, snapshot: Snapshot) => Amendment<R>;

/** How amendments of a location are told of. Where nobody listens they stay as they are. */
export async function announcingAt(app: App, location: Location): Promise<Announcing> {
  const endpoints = await app.listeners.at(location.id);
  if (endpoints.length === 0) return (amendment) => amendment;
  const nowMs = app.clock.nowMs();
  const changeId = newChangeId(app.random, nowMs);
  const { timeZone } = location;
  const open = (date: string) => app.locationCache.serviceDay(location, date);
  return (amendment, snapshot) => {
    const dates = changedDates(snapshot, amendment, { timeZone, open, nowMs });
    if (dates.length === 0) return amendment;
    const ranges = dates.map((date) => ({ from: date, to: date }));
    const deliveries = announceAvailability({ locationId: location.id, ranges, changeId, endpoints }, nowMs);
    return { ...amendment, deliveries: [...(amendment.deliveries ?? []), ...deliveries] };
  };
}

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
