import { assertManager, authorOf, type LocationCaller } from '../../core/access/policy.ts';
import type { Affected } from '../../core/booking/affected-bookings.ts';
import { BookingError, invalid } from '../../core/errors.ts';
import type { Closure, Location, LocationPlan } from '../../core/location/location.ts';
import { assertLocationPlan } from '../../core/location/location-rules.ts';
import { isMadeOneByOne } from '../../core/location/remaining-closures.ts';
import { orNone } from '../../core/fields.ts';
import { MINUTE_MS, startOfMinute, isLocalDate } from '../../core/instant.ts';
import { instantOf, wallTimeAt } from '../../core/local-date.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import { applyPlan, type ClosureChange } from '../operator/apply-location.ts';
import type { App } from '../context.ts';
import { newClosureId } from '../../core/ids.ts';
import { readHouse } from '../read-location.ts';

/** The closures of one location (D8). */
export interface ClosureActions {
  /** All closures of the plan. */
  list(): Promise<readonly Closure[]>;
  /** Closes the location to new bookings from now on for 1 to 240 minutes; existing bookings are unchanged and listed. Hosts can use it. */
  closeFor(minutes: number, reason?: string | null): Promise<AddedClosure>;
  /**
   * Closes dates (both ends included) or hours. Bookings, holds and offers in it stay valid (D46) and are listed. A blank reason is none (D8).
   * Managers only.
   */
  add(closure: Omit<Closure, 'id'>): Promise<AddedClosure>;
  /** Opens again; `conflict` for an unknown closure. Only managers can do so, except for a closure around the current time as {@link closeFor} makes. */
  remove(closureId: string): Promise<Closure>;
}

/** The longest closure that a host can make. */
const CLOSE_MINUTES_MAX = 240;

/** A new closure, with the bookings in it that were not in a closure before. */
export interface AddedClosure extends Closure, Affected {}

export function closureActions(app: App, caller: LocationCaller): ClosureActions {
  const { locationId } = caller;
  return {
    list: async () => (await readHouse(app, caller, locationId)).closures,
    async closeFor(minutes, reason = null) {
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > CLOSE_MINUTES_MAX)
        invalid(`minutes must be a whole number from 1 to ${CLOSE_MINUTES_MAX}`, ['minutes']);
      const { timeZone } = await readHouse(app, caller, locationId);
      const fromMs = startOfMinute(app.clock.nowMs());
      const [from, to] = [fromMs, fromMs + minutes * MINUTE_MS].map((ms) => wallTimeAt(timeZone, ms));
      return addClosure(app, caller, locationId, { from: from!, to: to!, reason });
    },
    async add(closure) {
      assertManager(caller);
      return addClosure(app, caller, locationId, closure);
    },
    remove: (closureId) =>
      removeClosure(app, caller, locationId, closureId, (closure, plan) => {
        if (!isAroundNow(closure, plan.timeZone, app.clock.nowMs())) assertManager(caller);
      }),
  };
}

async function addClosure(
  app: App,
  caller: LocationCaller,
  locationId: string,
  closure: Omit<Closure, 'id'>,
): Promise<AddedClosure> {
  const atMs = app.clock.nowMs();
  const added = { id: newClosureId(app.random, atMs), ...closure, reason: orNone(closure.reason) };
  const change = { atMs, by: authorOf(caller), closureId: added.id };
  const [, affected] = await changePlan(app, locationId, caller, change, (plan) => [
    { ...plan, closures: [...plan.closures, added] },
    added,
  ]);
  return { ...added, ...affected };
}

/** @param mayRemove throws if the caller must not remove this closure */
async function removeClosure(
  app: App,
  caller: LocationCaller,
  locationId: string,
  closureId: string,
  mayRemove: (closure: Closure, plan: LocationPlan) => void,
): Promise<Closure> {
  const change = { atMs: app.clock.nowMs(), by: authorOf(caller), closureId };
  const [closure] = await changePlan(app, locationId, caller, change, (plan) => {
    const removed = plan.closures.find(({ id }) => id === closureId);
    if (!removed)
      throw new BookingError('conflict', `there is no closure ${closureId}: read the location again`);
    mayRemove(removed, plan);
    return [{ ...plan, closures: plan.closures.filter((each) => each !== removed) }, removed];
  });
  return closure;
}

/** Changes the current plan and keeps concurrent changes of others. Returns the result of `change` and the affected bookings. */
async function changePlan<R>(
  app: App,
  locationId: string,
  caller: LocationCaller,
  made: ClosureChange,
  change: (plan: LocationPlan) => readonly [plan: LocationPlan, result: R],
): Promise<readonly [result: R, affected: Affected]> {
  for (;;) {
    const { id, revision, ...plan }: Location = await readHouse(app, caller, locationId);
    const [changed, result] = change(plan);
    try {
      assertLocationPlan(changed);
      const { bookings, holds } = await applyPlan(app, id, changed, revision, { made });
      return [result, { bookings, holds }];
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

/** Whether a host could have made it: not over, begins within four hours of now, and not longer than a host's. A closure of a file never is. */
function isAroundNow(closure: Closure, timeZone: string, nowMs: number): boolean {
  const [fromMs, toMs] = [closure.from, closure.to].map((text) => {
    const [, date = '', hours, minutes] = /^(.{10})T(\d\d):(\d\d)$/.exec(text) ?? [];
    return isLocalDate(date) ? instantOf(timeZone, date, Number(hours) * 60 + Number(minutes)) : null;
  });
  if (!isMadeOneByOne(closure) || fromMs == null || toMs == null) return false;
  const mostMs = CLOSE_MINUTES_MAX * MINUTE_MS;
  return toMs - fromMs <= mostMs && Math.abs(fromMs - nowMs) <= mostMs && toMs > nowMs;
}
