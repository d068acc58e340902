import type { BookingError, ErrorCode } from '@bord/engine';

const CODES: Partial<Record<ErrorCode, string>> = {
  booking_not_found: 'this booking does not exist: bord bookings list shows those of a day',
  hold_not_found: 'this hold does not exist: bord holds list shows all of them',
  waitlist_entry_not_found: 'this waitlist entry does not exist: bord waitlist list shows all of them',
  location_not_found: 'this location does not exist: bord locations list shows all of them',
  not_cancellable: 'the booking is completed or a no-show: undo that first, then cancel it',
  unavailable: 'the database does not answer; whether the change was made is unknown',
};

export function errorWords({ code, message }: BookingError): string {
  const words = message === code ? (CODES[code] ?? code.replaceAll('_', ' ')) : message;
  return code === 'unavailable' ? `${words}. To examine it: bord doctor` : words;
}
