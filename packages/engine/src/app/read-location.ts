import { BookingError, type ErrorCode, invalid } from '../core/errors.ts';
import { isLocationId, type Location } from '../core/location/location.ts';
import {
  assertLocation,
  type Caller,
  type HouseCaller,
  isPartner,
  isVisitor,
} from '../core/access/policy.ts';
import type { App } from './context.ts';

/**
 * The location, if the caller can see it.
 *
 * Throws `location_forbidden` for a location outside the caller's list (§5.5), and `unknown` if it does not exist. For availability and booking
 * that is `location_forbidden` too, so that a partner does not learn which locations exist. An id that is not a UUID is `invalid_request`, unless
 * the specification has a 404 for unknown locations (D15).
 */
export async function visibleLocation(
  app: App,
  caller: Caller,
  locationId: string,
  unknown?: ErrorCode,
): Promise<Location> {
  const id = locationId.toLowerCase();
  const known = app.locationCache.recall(id);
  if (!known && !isLocationId(id)) {
    if ((unknown ?? unknownTo(caller)) === 'location_not_found') throw new BookingError('location_not_found');
    invalid('locationId must be a UUID', ['locationId']);
  }
  assertLocation(caller, id);
  const location = known ?? (await app.locationCache.location(id));
  if (!location || (isVisitor(caller) && !location.bookingPage))
    throw new BookingError(unknown ?? unknownTo(caller));
  return location;
}

function unknownTo(caller: Caller): ErrorCode {
  return isPartner(caller) ? 'location_forbidden' : 'location_not_found';
}

/** One location as the storage has it now; throws `location_not_found` if it does not exist. */
export async function readLocation(app: App, locationId: string): Promise<Location> {
  const location = await app.storage.locations.get(locationId.toLowerCase());
  if (!location)
    throw new BookingError('location_not_found', `there is no location ${locationId}: list the locations`);
  return location;
}

/** As {@link readLocation}, for staff and operators. A member of staff can only read locations on their list (D44). */
export async function readHouse(app: App, caller: HouseCaller, locationId: string): Promise<Location> {
  assertLocation(caller, locationId.toLowerCase());
  return readLocation(app, locationId);
}
