import { emailKeyOf } from '../core/fields.ts';
import { erased, isErasable, withoutNetwork } from '../core/booking/erasure.ts';
import { isGuestRow } from '../core/booking/row.ts';
import type { Clock } from '../ports/clock.ts';
import type { GuestStore } from '../ports/guest-store.ts';
import type { MemoryBookings } from './memory-bookings.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';
import type { MemoryEvents } from './memory-events.ts';

export function memoryGuests(
  clock: Clock,
  bookings: Pick<MemoryBookings, 'all' | 'set'>,
  deliveries: Pick<MemoryDeliveries, 'eraseGuest'>,
  events: Pick<MemoryEvents, 'eraseGuest'>,
): GuestStore {
  return {
    async bookingsOf(email) {
      const wanted = emailKeyOf(email);
      const own = bookings
        .all()
        .filter(isGuestRow)
        .filter(({ guest }) => guest.email && emailKeyOf(guest.email) === wanted);
      return own.toSorted((a, b) => a.startMs - b.startMs || a.createdMs - b.createdMs);
    },
    async erase(bookingIds) {
      const chosen = new Set(bookingIds);
      const nowMs = clock.nowMs();
      const known = bookings.all().filter((one) => chosen.has(one.id) && isErasable(one, nowMs));
      for (const booking of known) {
        bookings.set(erased(booking));
        deliveries.eraseGuest(booking.id);
        events.eraseGuest(booking.id);
      }
      return known.length;
    },
    async endedBefore(locations, limit) {
      const nowMs = clock.nowMs();
      const erasable = bookings.all().filter((one) => isErasable(one, nowMs));
      const ended = locations.flatMap(({ locationId, endMs }) =>
        erasable
          .filter((one) => one.locationId === locationId && one.endMs < endMs)
          .toSorted((a, b) => a.endMs - b.endMs),
      );
      return ended.slice(0, limit).map(({ id, kind }) => ({ id, kind }));
    },
    async forgetNetworks(madeBeforeMs, limit) {
      const known = bookings
        .all()
        .filter(({ createdMs }) => createdMs < madeBeforeMs)
        .flatMap(withoutNetwork)
        .slice(0, limit);
      for (const booking of known) bookings.set(booking);
      return known.length;
    },
  };
}
