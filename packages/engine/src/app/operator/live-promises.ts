import { isPromise, type PromisedRow } from '../../core/booking/affected-bookings.ts';
import { isLive } from '../../core/booking/booking.ts';
import { addDays, localDateAt } from '../../core/local-date.ts';
import type { BookingPosition } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';

const AT_ONCE = 500;

/** The live bookings, holds and offers of a location that end after `nowMs`. Read page by page without a lock: of what is changed meanwhile, some may be missed. */
export async function livePromises(
  { storage }: App,
  locationId: string,
  nowMs: number,
): Promise<readonly PromisedRow[]> {
  const all: PromisedRow[] = [];
  // Nothing that is still going on belongs to a service date as long ago as this, whatever the zone.
  const longAgo = addDays(localDateAt('UTC', nowMs), -4);
  let after: BookingPosition = {
    serviceDate: longAgo,
    startMs: 0,
    createdMs: 0,
    id: '',
  };
  for (;;) {
    const found = await storage.bookings.page(locationId, { after, limit: AT_ONCE });
    const live = found
      .filter((row) => isPromise(row, nowMs))
      .filter((row) => isLive(row) && row.blockedUntilMs > nowMs);
    all.push(...live);
    if (found.length < AT_ONCE) return all;
    after = found.at(-1)!;
  }
}
