import type { BookingError, ErrorCode } from '@bord/engine';

/** Names of the engine's fields in output of the command line. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  startMs: 'startsAt',
  fromMs: 'from',
  toMs: 'to',
  endMs: 'to',
  untilMs: 'until',
  byMinutes: 'by',
  expiresMs: 'expiresAt',
  overlapMs: 'the overlap',
};

/** A message of the engine with the names of the command line, or with given ones instead. */
export function inFieldNames(message: string, given: Readonly<Record<string, string>> = {}): string {
  const names = { ...FIELD_NAMES, ...given };
  return message
    .replaceAll(/\bguest\./g, '')
    .replaceAll(/\b[a-z]+M(?:s|inutes)\b/g, (name) => names[name] ?? name);
}

const CODES: Partial<Record<ErrorCode, string>> = {
  booking_not_found: 'this booking does not exist: bord bookings list shows those of a day',
  hold_not_found: 'this hold does not exist: bord holds list shows all of them',
  waitlist_entry_not_found: 'this waitlist entry does not exist: bord waitlist list shows all of them',
  location_not_found: 'this location does not exist: bord locations list shows all of them',
  not_cancellable: 'the booking is completed or a no-show: undo that first, then cancel it',
  unavailable: 'the database does not answer; whether the change was made is unknown',
};

export function errorWords({ code, message }: BookingError): string {
  const own = code === 'invalid_request' ? inFieldNames(message) : message;
  const words = message === code ? (CODES[code] ?? code.replaceAll('_', ' ')) : own;
  return code === 'unavailable' ? `${words}. To examine it: bord doctor` : words;
}
