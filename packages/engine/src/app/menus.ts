import { BookingError, type ErrorCode } from '../core/errors.ts';
import type { Location } from '../core/location/location.ts';
import type { Menu } from '../core/location/menu.ts';
import { assertScope, type Caller } from '../core/access/policy.ts';
import type { App } from './context.ts';
import { visibleLocation } from './read-location.ts';

const UNKNOWN: ErrorCode = 'location_not_found';

export async function readMenu(
  app: App,
  caller: Caller,
  locationId: string,
): Promise<{ location: Location; menu: Menu }> {
  assertScope(caller, 'menu:read');
  const location = await visibleLocation(app, caller, locationId, UNKNOWN);
  const menu = await app.storage.locations.menu(location.id);
  if (!menu) throw new BookingError(UNKNOWN);
  return { location, menu };
}

export async function applyMenu(
  app: App,
  locationId: string,
  menu: Menu,
): Promise<{ location: Location; menu: Menu }> {
  const location = await visibleLocation(app, 'operator', locationId);
  await app.storage.locations.putMenu(location.id, menu);
  return { location, menu };
}
