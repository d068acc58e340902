import type { BookingError, ErrorCode, Reason } from '@bord/engine';

const REASONS = {
  closed: 'the house is closed then',
  too_soon: 'that time is over, or too near',
  too_far: 'that is too far ahead',
  party_size: 'no table takes a party of this size',
  last_seating: 'the last seating is over by then',
  pacing: 'the kitchen takes no more guests at that time',
  tables: 'no table is free then',
} satisfies Record<Reason, string>;

/** Why a booking was refused, in words. */
export function reasonWords(reason: Reason): string {
  return REASONS[reason];
}

const CODES: Partial<Record<ErrorCode, string>> = {
  booking_not_found: 'there is no such booking',
  location_not_found: 'there is no such location',
  not_cancellable: 'the booking is completed or a no-show: undo that first, then cancel it',
  unavailable: 'the database does not answer; whether the change was made is unknown',
};

/** What the engine did not do, in words. */
export function errorWords({ code, message }: BookingError): string {
  return message === code ? (CODES[code] ?? code.replaceAll('_', ' ')) : message;
}
