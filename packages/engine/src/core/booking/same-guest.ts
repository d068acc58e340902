/** Who waits and has a booking already, made otherwise, is passed over (D36). */
import { emailKeyOf } from '../fields.ts';
import { type Booking, type Guest, isLive } from './booking.ts';
import { type DiaryRow, isBooking } from './row.ts';

/** The live booking that the guest has among these rows of an evening; undefined for none. */
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

/** The last nine digits, which one number has in all its spellings; empty for what is no number. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '');
  return digits.length < 6 ? '' : digits.slice(-9);
}
