import type { Booking } from '../core/booking.ts';
import type { LocalDate } from '../core/local-day.ts';
import { assertScope, type Caller, visibilityOf } from '../core/policy.ts';
import { BookingError } from '../core/errors.ts';
import { found } from './amend-diary.ts';
import type { App } from './context.ts';
import { visibleLocation } from './visible-location.ts';

/** One booking that the caller can see; `booking_not_found` for any other (§4.4). */
export async function readBooking(app: App, caller: Caller, bookingId: string): Promise<Booking> {
  assertScope(caller, 'bookings:read');
  return found(await app.storage.bookings.find(bookingId, visibilityOf(caller)));
}

/** The bookings of a location in every state, by start: for the house itself. All at once; for many there is `bookingPages`. */
export async function listBookings(
  app: App,
  caller: Caller,
  locationId: string,
  date?: LocalDate,
): Promise<readonly Booking[]> {
  if (caller !== 'operator') throw new BookingError('location_forbidden');
  const location = await visibleLocation(app, caller, locationId, 'location_not_found');
  return app.storage.bookings.list(location.id, date);
}

const PAGE_SIZE = 500;

/**
 * The bookings of a location in every state, by service date and start, some hundreds at a time: for the house itself, however many there
 * are. A booking that is moved meanwhile may be met where it was, where it is, at both or at neither.
 */
export async function* bookingPages(
  app: App,
  caller: Caller,
  locationId: string,
  date?: LocalDate,
): AsyncGenerator<readonly Booking[], void> {
  if (caller !== 'operator') throw new BookingError('location_forbidden');
  const { id } = await visibleLocation(app, caller, locationId, 'location_not_found');
  let after: Booking | null = null;
  for (;;) {
    const page: readonly Booking[] = await app.storage.bookings.page(id, {
      serviceDate: date,
      after,
      limit: PAGE_SIZE,
    });
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!;
  }
}
