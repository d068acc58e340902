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

/** The bookings of a location in every state, by start: for the house itself. */
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
