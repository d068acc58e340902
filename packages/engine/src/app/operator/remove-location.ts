/** Removes a location, unless bookings or holds would lose their tables. */
import { isActive } from '../../core/access/api-key.ts';
import { holdAmong, isPromise } from '../../core/booking/affected-bookings.ts';
import { type DiaryRow, isBooking, isHold } from '../../core/booking/row.ts';
import { BookingError } from '../../core/errors.ts';
import { HOUR_MS } from '../../core/instant.ts';
import { StaleStepError } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';
import { livePromises } from './live-promises.ts';
import { byStart } from '../read-booking.ts';
import { readLocation } from '../read-location.ts';
import { isListening } from '../../core/outbox/listening.ts';
import type { RemovalReview, RemovedLocation, RemoveOptions } from './locations.ts';

/** Rows per transaction, during which others wait. */
const AT_ONCE = 200;

export async function reviewRemoval(app: App, locationId: string): Promise<RemovalReview> {
  const location = await readLocation(app, locationId);
  const nowMs = app.clock.nowMs();
  const names = ({ locationIds }: { readonly locationIds: readonly string[] | null }): boolean =>
    locationIds?.includes(location.id) ?? false;
  const [promises, keys, endpoints, waiting] = await Promise.all([
    livePromises(app, location.id, nowMs),
    app.storage.records.list('keys'),
    app.storage.records.list('endpoints'),
    app.storage.outbox.waitingAt(location.id, nowMs + HOUR_MS),
  ]);
  return {
    location,
    bookings: promises.filter(isBooking).toSorted(byStart),
    holds: promises
      .filter(isHold)
      .toSorted(byStart)
      .map((row) => holdAmong(promises, row, nowMs)),
    keys: keys.filter((key) => names(key) && isActive(key, nowMs)),
    endpoints: endpoints.filter((endpoint) => names(endpoint) && !isListening(endpoint)),
    waiting,
  };
}

/** Closes the location permanently, deletes its data in parts, and then the location. */
export async function removeLocation(
  app: App,
  locationId: string,
  { force = false }: RemoveOptions = {},
): Promise<RemovedLocation> {
  const { location, keys, endpoints, waiting } = await reviewRemoval(app, locationId);
  const names = [...keys, ...endpoints].map(({ id }) => id);
  if (!force && names.length > 0)
    cannotRemove(`it is named by ${names.join(', ')}: revoke or disable them, or use force`);
  if (!force && waiting > 0)
    cannotRemove(`${waiting} messages about its bookings wait to be sent: try again later, or use force`);
  await close(app, location.id);
  let deleted = 0;
  for (let more = AT_ONCE; more > 0; deleted += more)
    more = await app.storage.locations.clear(location.id, app.clock.nowMs(), AT_ONCE);
  const nowMs = app.clock.nowMs();
  await app.storage.locations.remove(location.id, nowMs, (rows) => assertNoPromise(rows, nowMs));
  app.locationCache.forgetLocation(location.id);
  app.watchers.tell(location.id, []);
  return { location, deleted };
}

/** Removes all hours, so that no booking can be made, by the operator either. */
async function close(app: App, locationId: string): Promise<void> {
  for (;;) {
    const { id, revision, ...plan } = await readLocation(app, locationId);
    const nowMs = app.clock.nowMs();
    try {
      await app.storage.locations.put(id, { ...plan, servicePeriods: [] }, nowMs, (rows, before) => {
        if (before?.revision !== revision) throw new StaleStepError();
        assertNoPromise(rows, nowMs);
      });
      return app.locationCache.forgetLocation(id);
    } catch (error) {
      if (!(error instanceof StaleStepError)) throw error;
    }
  }
}

/** Rejects the removal for live bookings and holds (D46); blocks do not prevent it. */
function assertNoPromise(rows: readonly DiaryRow[], nowMs: number): void {
  const promises = rows.filter((row) => isPromise(row, nowMs));
  const holds = promises.filter(isHold);
  if (promises.length > holds.length)
    cannotRemove(`${promises.length - holds.length} of its bookings are not over: move or cancel them first`);
  if (holds.length > 0)
    cannotRemove(
      `tables are held there: ${holds.map(({ id }) => `bord holds release ${id}`).join(', ')}, or wait until they expire`,
    );
}

function cannotRemove(why: string): never {
  throw new BookingError('conflict', `the location cannot be removed: ${why}`);
}
