/** How a location is removed, without anybody's table being taken away. */
import { isActive } from '../../core/access/api-key.ts';
import type { Booking } from '../../core/booking/booking.ts';
import { BookingError } from '../../core/errors.ts';
import { HOUR_MS } from '../../core/time/interval.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../shared/context.ts';
import { liveBookings } from '../shared/live-bookings.ts';
import { readLocation } from '../shared/read-location.ts';
import { isListening } from '../../core/outbox/listening.ts';
import type { RemovalReview, RemovedLocation, RemoveOptions } from './locations.ts';

/** Deleted in one transaction: others wait for it. */
const AT_ONCE = 200;

/** What stands in the way of removing a location. */
export async function reviewRemoval(app: App, locationId: string): Promise<RemovalReview> {
  const location = await readLocation(app, locationId);
  const nowMs = app.clock.nowMs();
  const names = ({ locationIds }: { readonly locationIds: readonly string[] | null }): boolean =>
    locationIds?.includes(location.id) ?? false;
  const [bookings, keys, endpoints, waiting] = await Promise.all([
    liveBookings(app, location.id, nowMs),
    app.storage.keys.list(),
    app.storage.endpoints.list(),
    app.storage.outbox.waitingAt(location.id, nowMs + HOUR_MS),
  ]);
  return {
    location,
    bookings: aheadOf(bookings),
    keys: keys.filter((key) => names(key) && isActive(key, nowMs)),
    endpoints: endpoints.filter((endpoint) => names(endpoint) && !isListening(endpoint)),
    waiting,
  };
}

/** Closes the location for good, deletes what it has by and by, and then the location itself. */
export async function removeLocation(
  app: App,
  locationId: string,
  { force = false }: RemoveOptions = {},
): Promise<RemovedLocation> {
  const { location, keys, endpoints, waiting } = await reviewRemoval(app, locationId);
  const names = [...keys, ...endpoints].map(({ id }) => id);
  if (!force && names.length > 0) cannotRemove(`it is named by ${names.join(', ')}`);
  if (!force && waiting > 0) cannotRemove(`${waiting} messages about its bookings wait to be sent`);
  await close(app, location.id);
  let deleted = 0;
  for (let more = AT_ONCE; more > 0; deleted += more)
    more = await app.storage.locations.clear(location.id, app.clock.nowMs(), AT_ONCE);
  await app.storage.locations.remove(location.id, app.clock.nowMs(), assertNoneAhead);
  app.locationCache.forgetLocation(location.id);
  app.watchers.tell(location.id, []);
  return { location, deleted };
}

/** From here on nobody books there: without hours there is no slot, for the house itself neither. */
async function close(app: App, locationId: string): Promise<void> {
  for (;;) {
    const { id, revision, ...plan } = await readLocation(app, locationId);
    try {
      await app.storage.locations.put(
        id,
        { ...plan, servicePeriods: [] },
        app.clock.nowMs(),
        (bookings, before) => {
          if (before?.revision !== revision) throw new StaleStepError();
          assertNoneAhead(bookings);
        },
      );
      return app.locationCache.forgetLocation(id);
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

function assertNoneAhead(bookings: readonly Booking[]): void {
  const { length } = aheadOf(bookings);
  if (length > 0) cannotRemove(`${length} of its bookings stand and are not over: move or cancel them first`);
}

/** Tables that are blocked are nobody's. */
function aheadOf(bookings: readonly Booking[]): readonly Booking[] {
  return bookings.filter(({ kind }) => kind === 'booking').toSorted((a, b) => a.startMs - b.startMs);
}

function cannotRemove(why: string): never {
  throw new BookingError('conflict', `the location cannot be removed: ${why}`);
}
