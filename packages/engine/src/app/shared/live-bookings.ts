import { type Booking, isLive } from '../../core/booking/booking.ts';
import { addDays, localDateAt } from '../../core/time/local-date.ts';
import type { App } from './context.ts';
import { isParty } from './read-booking.ts';

const AT_ONCE = 500;

/** The live bookings of a location that end after `nowMs`. Read page by page without a lock: of what is changed meanwhile, some may be missed. */
export async function liveBookings(
  { storage }: App,
  locationId: string,
  nowMs: number,
): Promise<readonly Booking[]> {
  const all: Booking[] = [];
  // Nothing that is still going on belongs to a service date as long ago as this, whatever the zone.
  const longAgo = addDays(localDateAt('UTC', nowMs), -4);
  let after: Pick<Booking, 'serviceDate' | 'startMs' | 'createdMs' | 'id'> = {
    serviceDate: longAgo,
    startMs: 0,
    createdMs: 0,
    id: '',
  };
  for (;;) {
    const found = await storage.bookings.page(locationId, { after, limit: AT_ONCE });
    const live = found.filter(isParty).filter((booking) => isLive(booking) && booking.blockedUntilMs > nowMs);
    all.push(...live);
    if (found.length < AT_ONCE) return all;
    after = found.at(-1)!;
  }
}
