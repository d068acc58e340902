/** Recognizes waiting guests who already have a booking on the date, and are skipped (D36). */
import { emailKeyOf } from '../fields.ts';
import { type Booking, type Guest, isLive } from './booking.ts';
import { type DiaryRow, isBooking } from './row.ts';

/** The live booking of the guest among the rows of a date; undefined for none. */
export function ownBookingOf(guest: Guest, rows: readonly DiaryRow[]): Booking | undefined {
  return rows.filter(isBooking).find((row) => isLive(row) && isSameGuest(guest, row.guest));
}

/** By e-mail address or by phone number. */
export function isSameGuest(one: Guest, other: Guest): boolean {
  const isSameAddress =
    one.email !== null && other.email !== null && emailKeyOf(one.email) === emailKeyOf(other.email);
  const number = digitsOf(one.phone);
  return isSameAddress || (number !== '' && number === digitsOf(other.phone));
}

/** The last nine digits, which all spellings of a number share; empty for other text. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  return digits.length < 6 ? '' : digits.slice(-9);
}
