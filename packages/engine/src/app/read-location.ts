import { BookingError } from '../core/errors.ts';
import type { Location } from '../core/location/location.ts';
import { assertLocation, type HouseCaller } from '../core/access/policy.ts';
import type { App } from './context.ts';

/** One location, as the storage has it now; `location_not_found` when there is none. */
export async function readLocation(app: App, locationId: string): Promise<Location> {
  const location = await app.storage.locations.get(locationId.toLowerCase());
  if (!location) throw new BookingError('location_not_found', `there is no location ${locationId}`);
  return location;
}

/** The same for the house: for a member of staff there is no location but its own (D44). */
export async function readHouse(app: App, caller: HouseCaller, locationId: string): Promise<Location> {
  assertLocation(caller, locationId.toLowerCase());
  return readLocation(app, locationId);
}
