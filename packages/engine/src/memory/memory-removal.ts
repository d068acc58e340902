import { type RecordTables, removeRoles } from '../core/access/record-tables.ts';
import { isLive } from '../core/booking/booking.ts';
import type { MemoryBookings } from './memory-bookings.ts';
import type { MemoryDeliveries } from './memory-deliveries.ts';
import type { MemoryEvents } from './memory-events.ts';
import type { LocationContents } from './memory-locations.ts';

/** Takes out of the maps what belongs to a location. */
export function memoryRemoval(
  bookings: MemoryBookings,
  deliveries: MemoryDeliveries,
  events: Pick<MemoryEvents, 'forget'>,
  tables: RecordTables,
): Pick<LocationContents, 'clear' | 'remove'> {
  function deleteDeliveries(
    isOf: (delivery: { locationId: string; bookingId: string | null }) => boolean,
  ): void {
    for (const entry of deliveries.all()) if (isOf(entry)) deliveries.delete(entry);
  }

  return {
    clear(locationId, nowMs, limit) {
      const over = bookings
        .all()
        .filter((one) => one.locationId === locationId && !(isLive(one) && one.blockedUntilMs > nowMs))
        .slice(0, limit);
      for (const { id } of over) {
        bookings.delete(id);
        deleteDeliveries(({ bookingId }) => bookingId === id);
        events.forget(locationId, id);
      }
      return over.length + bookings.forgetRefusals(locationId, limit);
    },
    remove(locationId) {
      for (const one of bookings.all()) if (one.locationId === locationId) bookings.delete(one.id);
      deleteDeliveries((delivery) => delivery.locationId === locationId);
      events.forget(locationId);
      bookings.forgetRefusals(locationId, Infinity);
      removeRoles(tables, locationId);
    },
  };
}
