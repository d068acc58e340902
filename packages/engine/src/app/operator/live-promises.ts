import { isPromise, type PromisedRow } from '../../core/booking/affected-bookings.ts';
import { isLive } from '../../core/booking/booking.ts';
import { addDays, localDateAt } from '../../core/local-date.ts';
import type { BookingPosition } from '../../ports/booking-store.ts';
import type { App } from '../context.ts';

const AT_ONCE = 500;

/** The live bookings, holds and offers of a location that end after `nowMs`. Read page by page without a lock, so concurrent changes can be missed. */
export async function livePromises(
  { storage }: App,
  locationId: string,
  nowMs: number,
): Promise<readonly PromisedRow[]> {
  const all: PromisedRow[] = [];
  // No row that is not over can have an earlier service date, in any time zone.
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
