import type { Booking, BookingStatus } from './booking.ts';

/** Which bookings are wanted. */
export interface BookingFilter {
  /** In one of these states; left out: in any. */
  readonly statuses?: readonly BookingStatus[] | undefined;
  /**
   * Words, each of which must be in the guest's name, e-mail address or telephone number, in the partner's reference, or at the beginning of the
   * booking's id. Case and accents are ignored (`akesson` finds `Åkesson`), and so are spaces and prefixes of telephone numbers (`0701234567` finds
   * `+46 70-123 45 67`). Omitted or blank: all.
   */
  readonly search?: string | undefined;
}

/** Whether a booking is wanted; made once for many. */
export function bookingFilter({ statuses, search = '' }: BookingFilter): (booking: Booking) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const digits = digitsOf(search);
  return (booking) => {
    if (statuses && !statuses.includes(booking.status)) return false;
    if (words.length === 0) return true;
    const { id, partnerBookingRef, guest } = booking;
    if (digits !== null && guest.phone !== null && numberOf(guest.phone).includes(digits)) return true;
    const text = folded([guest.name, guest.email, partnerBookingRef].filter(Boolean).join(' '));
    // Of an id only its beginning: any short number stands somewhere in one.
    return words.every((word) => text.includes(word) || (isOfId(word) && folded(id).startsWith(word)));
  };
}

function isOfId(word: string): boolean {
  return word.startsWith('bk_');
}

/** Without case, and without marks on letters. */
function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The digits of what can be a part of a telephone number, three or more; null for anything else. */
function digitsOf(search: string): string | null {
  const number = /^[\d\s+()/.-]+$/.test(search) ? numberOf(search) : '';
  return number.length >= 3 ? number : null;
}

/** The digits of a telephone number, without the zeros before it: `0701234567` is a part of `+46701234567`. */
function numberOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^0+/, '');
}
