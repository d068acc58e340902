import type { Booking, BookingStatus } from './booking.ts';

/** Selects bookings. */
export interface BookingFilter {
  /** In one of these states; absent: any. */
  readonly statuses?: readonly BookingStatus[] | undefined;
  /**
   * Words, each of which must be in the guest's name, e-mail address or telephone number, in the partner's reference, or at the beginning of the
   * booking's id. Case and accents are ignored (`akesson` finds `Åkesson`), and so are spaces and prefixes of telephone numbers (`0701234567`
   * finds `+46 70-123 45 67`). Omitted or blank: all.
   */
  readonly search?: string | undefined;
}

/** Makes a predicate for the selected bookings. */
export function bookingFilter({ statuses, search = '' }: BookingFilter): (booking: Booking) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const digits = digitsOf(search);
  return (booking) => {
    if (statuses && !statuses.includes(booking.status)) return false;
    if (words.length === 0) return true;
    const { id, partnerBookingRef, guest } = booking;
    if (digits !== null && guest.phone !== null && numberOf(guest.phone).includes(digits)) return true;
    const text = folded([guest.name, guest.email, partnerBookingRef].filter(Boolean).join(' '));
    // Only the beginning of an id counts, because any short number is somewhere in an id.
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

/** The digits of a part of a telephone number, three or more; null for any other text. */
function digitsOf(search: string): string | null {
  const number = /^[\d\s+()/.-]+$/.test(search) ? numberOf(search) : '';
  return number.length >= 3 ? number : null;
}

/** The digits of a telephone number without leading zeros: `0701234567` is a part of `+46701234567`. */
function numberOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^0+/, '');
}
