import type { Booking, Guest } from '../core/booking.ts';
import type { GuestStore } from '../ports/guest-store.ts';
import type { MemoryBookings } from './memory-bookings.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

const NOBODY: Guest = { name: '', email: null, phone: null, notes: null, language: null };

/** The guests of the bookings in memory. */
export function memoryGuests(
  bookings: Pick<MemoryBookings, 'all' | 'set'>,
  deliveries: Pick<MemoryDeliveries, 'eraseGuest'>,
): GuestStore {
  return {
    async bookingsOf(email) {
      const wanted = withoutCase(email);
      const own = bookings.all().filter(({ guest }) => guest.email && withoutCase(guest.email) === wanted);
      return own.toSorted((a, b) => a.startMs - b.startMs || a.createdMs - b.createdMs);
    },
    async erase(bookingIds) {
      const chosen = new Set(bookingIds);
      const known = bookings.all().filter((booking) => chosen.has(booking.id) && hasGuest(booking));
      for (const booking of known) {
        bookings.set({ ...booking, guest: NOBODY, manageTokenHash: null });
        deliveries.eraseGuest(booking.id);
      }
      return known.length;
    },
    async endedBefore(locationId, endMs, limit) {
      const ended = bookings
        .all()
        .filter((booking) => booking.locationId === locationId && booking.endMs < endMs && hasGuest(booking));
      return ended
        .toSorted((a, b) => a.endMs - b.endMs)
        .slice(0, limit)
        .map(({ id }) => id);
    },
  };
}

/** A guest has a name; one who has been erased has none. */
function hasGuest({ guest }: Booking): boolean {
  return guest.name !== '';
}

/** ASCII letters only: a database without a locale does no more, and addresses hardly ever hold others. */
function withoutCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
