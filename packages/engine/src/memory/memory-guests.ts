import { type Booking, type Guest, isLive } from '../core/booking.ts';
import { emailKeyOf } from '../core/email-key.ts';
import type { Clock } from '../ports/clock.ts';
import type { GuestStore } from '../ports/guest-store.ts';
import type { MemoryBookings } from './memory-bookings.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';

const NOBODY: Guest = { name: '', email: null, phone: null, notes: null, language: null };

/** The guests of the bookings in memory. */
export function memoryGuests(
  clock: Clock,
  bookings: Pick<MemoryBookings, 'all' | 'set'>,
  deliveries: Pick<MemoryDeliveries, 'eraseGuest'>,
): GuestStore {
  /** A guest has a name; one who has been erased has none. Who is expected keeps it. */
  const isErasable = (booking: Booking): boolean =>
    booking.guest.name !== '' && !(isLive(booking) && booking.endMs > clock.nowMs());
  return {
    async bookingsOf(email) {
      const wanted = emailKeyOf(email);
      const own = bookings.all().filter(({ guest }) => guest.email && emailKeyOf(guest.email) === wanted);
      return own.toSorted((a, b) => a.startMs - b.startMs || a.createdMs - b.createdMs);
    },
    async erase(bookingIds) {
      const chosen = new Set(bookingIds);
      const known = bookings.all().filter((booking) => chosen.has(booking.id) && isErasable(booking));
      for (const booking of known) {
        bookings.set({ ...booking, guest: NOBODY, manageTokenHash: null });
        deliveries.eraseGuest(booking.id);
      }
      return known.length;
    },
    indexEmails: async () => 0,
    async endedBefore(locationId, endMs, limit) {
      const ended = bookings
        .all()
        .filter(
          (booking) => booking.locationId === locationId && booking.endMs < endMs && isErasable(booking),
        );
      return ended
        .toSorted((a, b) => a.endMs - b.endMs)
        .slice(0, limit)
        .map(({ id }) => id);
    },
  };
}
