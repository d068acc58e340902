import type { Booking } from '../core/booking.ts';
import { BookingError } from '../core/errors.ts';
import { formatInstant } from '../core/instant.ts';
import { isLocationId, type Location, type LocationPlan } from '../core/location.ts';
import { assertLocationPlan } from '../core/location-rules.ts';
import type { App } from './context.ts';
import { newLocationId } from './new-id.ts';

/**
 * Creates a location, or replaces its plan; all or nothing.
 *
 * Without an id the plan replaces that of the only location of the same name, if there is one. Throws `invalid_request` with
 * the path of a fault in the plan, and `conflict` when the plan would strand bookings that stand, which it names.
 */
export async function applyLocation(
  app: App,
  plan: LocationPlan,
  locationId: string | null,
): Promise<{ readonly location: Location; readonly created: boolean }> {
  if (locationId !== null && !isLocationId(locationId))
    throw new BookingError('invalid_request', 'id is no UUID', ['id']);
  assertLocationPlan(plan);
  const id = locationId?.toLowerCase() ?? (await idByName(app, plan.name)) ?? newLocationId(app.random);
  const applied = await app.storage.locations.put(id, plan, app.clock.nowMs(), (bookings) =>
    assertStrandsNone(plan, bookings),
  );
  app.kept.forgetLocation(id);
  return applied;
}

/** All locations, by name. */
export function listLocations(app: App): Promise<readonly Location[]> {
  return app.storage.locations.list();
}

/** One location; `location_not_found` when there is none. */
export async function readLocation(app: App, locationId: string): Promise<Location> {
  const location = await app.storage.locations.get(locationId.toLowerCase());
  if (!location) throw new BookingError('location_not_found', `there is no location ${locationId}`);
  return location;
}

async function idByName(app: App, name: string): Promise<string | undefined> {
  const named = (await app.storage.locations.list()).filter((location) => location.name === name);
  if (named.length > 1)
    throw new BookingError(
      'conflict',
      `${named.length} locations are named ${name}: give the id of the one you mean`,
      ['id'],
    );
  return named[0]?.id;
}

/** A plan must keep every table that a coming booking holds. */
function assertStrandsNone(plan: LocationPlan, bookings: readonly Booking[]): void {
  const kept = new Set(plan.floorPlan.tables.map(({ id }) => id));
  const stranded = bookings.filter((booking) => booking.tables.some((table) => !kept.has(table)));
  if (stranded.length === 0) return;
  const named = stranded
    .slice(0, 10)
    .map(({ id, startMs, tables }) => `${id} (${formatInstant(startMs)}, table ${tables.join(' + ')})`);
  const more = stranded.length > named.length ? ` and ${stranded.length - named.length} more` : '';
  throw new BookingError(
    'conflict',
    `the plan drops tables of bookings that stand: ${named.join(', ')}${more}`,
    ['tables'],
  );
}
