import { type Booking, found } from '../../core/booking/booking.ts';
import { positionOf } from '../../core/booking/stored.ts';
import type { LocalDate } from '../../core/time/local-date.ts';
import { assertScope, type Caller, visibilityOf } from '../../core/access/policy.ts';
import type { BookingPosition } from '../../ports/booking-store.ts';
import type { App } from './context.ts';
import { visibleLocation } from './visible-location.ts';

/** One booking that the caller can see; `booking_not_found` for any other (§4.4). */
export async function readBooking(app: App, caller: Caller, bookingId: string): Promise<Booking> {
  assertScope(caller, 'bookings:read');
  return found(await app.storage.bookings.find(bookingId, visibilityOf(caller)));
}

/** The bookings of a location in every state, by start. */
export async function listBookings(
  app: App,
  locationId: string,
  date?: LocalDate,
): Promise<readonly Booking[]> {
  const location = await visibleLocation(app, 'operator', locationId);
  return app.storage.bookings.list(location.id, date);
}

const PAGE_SIZE = 500;

/** The same by service date and start, some hundreds at a time. */
export async function* bookingPages(
  app: App,
  locationId: string,
  date?: LocalDate,
): AsyncGenerator<readonly Booking[], void> {
  const { id } = await visibleLocation(app, 'operator', locationId);
  let after: BookingPosition | null = null;
  for (;;) {
    const page: readonly Booking[] = await app.storage.bookings.page(id, {
      serviceDate: date,
      after,
      limit: PAGE_SIZE,
    });
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    after = positionOf(page.at(-1)!);
  }
}
