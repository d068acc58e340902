/** The answers of `authenticate` and `readAvailability` that are in memory; null: use the usual methods. */
import { apiKeyHashOf, isActive } from '../../core/access/api-key.ts';
import { hasScope, maySee, type PartnerCaller } from '../../core/access/policy.ts';
import { isWithin } from '../../core/location/slots.ts';
import type { DayAvailability } from '../../core/seating/availability.ts';
import type { App } from '../context.ts';
import { EVERYONE } from '../policies.ts';
import { renewService } from '../service.ts';
import { renewCaller } from './authenticate.ts';
import {
  availabilityOn,
  type DayRequest,
  type LocationAvailability,
  recallDay,
} from './read-availability.ts';

/** Immediate answers from memory. Null: the answer is not in memory, or must take the usual way. */
export interface RecallActions {
  /** The caller of this key, if it was recently authenticated and the service is known to be on. */
  caller(key: string): PartnerCaller | null;
  /** The slots of a day, if they were recently requested and the caller can see them (§4.1). */
  availability(
    caller: PartnerCaller,
    locationId: string,
    request: DayRequest,
  ): LocationAvailability<DayAvailability> | null;
}

export function recallActions(app: App): RecallActions {
  return {
    caller: (key) => recallCaller(app, key),
    availability: (caller, locationId, request) => recallAvailability(app, caller, locationId, request),
  };
}

function recallCaller(app: App, key: string): PartnerCaller | null {
  const { clock, service, callers } = app;
  const nowMs = clock.nowMs();
  if (!service.enabled || nowMs >= service.knownUntilMs) return null;
  const known = callers.find(apiKeyHashOf(key), nowMs);
  if (!known || !isActive(known.record, nowMs)) return null;
  callers.use(known.record.id, nowMs);
  renewService(app, nowMs);
  renewCaller(app, known, nowMs);
  return known.caller;
}

function recallAvailability(
  app: App,
  caller: PartnerCaller,
  locationId: string,
  { date, partySize }: DayRequest,
): LocationAvailability<DayAvailability> | null {
  if (!hasScope(caller, 'availability:read') || !maySee(caller, locationId)) return null;
  const { locationCache } = app;
  const location = locationCache.recall(locationId);
  if (!location || !isWithin(locationCache.bookingWindow(location), date)) return null;
  const cached = locationCache.recallDay(location, date);
  const audience = cached && (app.policies ? app.policies.recall(caller, locationId) : EVERYONE);
  const day = audience && recallDay(app, cached, partySize, audience);
  return day && availabilityOn(location, day);
}
