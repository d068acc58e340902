import { assertManager, type HouseMember } from '../../core/access/policy.ts';
import { invalid } from '../../core/errors.ts';
import type { Closure } from '../../core/location/location.ts';
import { isMadeOneByOne } from '../../core/location/remaining-closures.ts';
import { MINUTE_MS, startOfMinute } from '../../core/time/interval.ts';
import { instantOf, isLocalDate, localDateAt, minuteOfDayAt } from '../../core/time/local-date.ts';
import { type AddedClosure, addClosure, removeClosure } from '../operator/closures.ts';
import type { App } from '../shared/context.ts';
import { readHouse } from '../shared/read-location.ts';

/** The closures of one location (D8). */
export interface HouseClosureActions {
  /** All of them, as the plan has them. */
  list(): Promise<readonly Closure[]>;
  /**
   * Takes no new bookings from now on for 1 to 240 minutes; bookings that stand are not touched, and told of. What a host may do on an evening that is
   * too much.
   */
  closeFor(minutes: number, reason?: string | null): Promise<AddedClosure>;
  /** Closes for dates or hours, as {@link ClosureActions.add}. Of a manager only. */
  add(closure: Omit<Closure, 'id'>): Promise<AddedClosure>;
  /** Opens again; `conflict` when there is no such closure. Of a manager only, but for hours around now such as {@link closeFor} closes. */
  remove(closureId: string): Promise<Closure>;
}

/** A host closes for so long at most. */
const CLOSE_MINUTES_MAX = 240;

/** HouseClosureActions of one member at one location. */
export function houseClosureActions(app: App, caller: HouseMember): HouseClosureActions {
  const { locationId } = caller;
  return {
    list: async () => (await readHouse(app, caller, locationId)).closures,
    async closeFor(minutes, reason = null) {
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > CLOSE_MINUTES_MAX)
        invalid(`minutes must be a whole number from 1 to ${CLOSE_MINUTES_MAX}`, ['minutes']);
      const { timeZone } = await readHouse(app, caller, locationId);
      const fromMs = startOfMinute(app.clock.nowMs());
      const [from, to] = [fromMs, fromMs + minutes * MINUTE_MS].map((ms) => closureTime(timeZone, ms));
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

/** As a closure has an instant: `2026-12-24T18:00` by the location's clock. */
function closureTime(timeZone: string, ms: number): string {
  const minute = minuteOfDayAt(timeZone, ms);
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0'));
  return `${localDateAt(timeZone, ms)}T${hours}:${minutes}`;
}

/** It closes hours that are not over, begins within four hours of now, and is no longer than a host's may be. What stands in a file is none. */
function isAroundNow(closure: Closure, timeZone: string, nowMs: number): boolean {
  const [fromMs, toMs] = [closure.from, closure.to].map((text) => {
    const [, date = '', hours, minutes] = /^(.{10})T(\d\d):(\d\d)$/.exec(text) ?? [];
    return isLocalDate(date) ? instantOf(timeZone, date, Number(hours) * 60 + Number(minutes)) : null;
  });
  if (!isMadeOneByOne(closure) || fromMs == null || toMs == null) return false;
  const mostMs = CLOSE_MINUTES_MAX * MINUTE_MS;
  return toMs - fromMs <= mostMs && Math.abs(fromMs - nowMs) <= mostMs && toMs > nowMs;
}
