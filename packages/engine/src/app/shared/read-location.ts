import { BookingError } from '../../core/errors.ts';
import type { Location } from '../../core/location/location.ts';
import type { App } from './context.ts';

/** One location, as the storage has it now; `location_not_found` when there is none. */
export async function readLocation(app: App, locationId: string): Promise<Location> {
  const location = await app.storage.locations.get(locationId.toLowerCase());
  if (!location) throw new BookingError('location_not_found', `there is no location ${locationId}`);
  return location;
}
