import type { Location } from '../../core/location/location.ts';
import { type ServiceDay, serviceDayAt } from '../../core/location/service-day.ts';
import { clampedStart } from './clamped-start.ts';
import type { App } from './context.ts';

/** The service date to which a start belongs, of any start that somebody may ask for. */
export function serviceDayFor({ locationCache }: App, location: Location, startMs: number): ServiceDay {
  const window = locationCache.bookingWindow(location);
  return serviceDayAt(location, clampedStart(startMs, window), (date) =>
    locationCache.serviceDay(location, date),
  );
}
