import type { Database } from 'better-sqlite3';
import type { Shared } from './shared.ts';

export interface LocationRemoval {
  /** Deletes some ended or cancelled bookings and rejections; returns their numbers. */
  clear(shared: Shared, locationId: string, nowMs: number, limit: number): number;
  /** Deletes all that is left, and the location; false if it does not exist. */
  remove(shared: Shared, locationId: string): boolean;
}

export function locationRemoval(database: Database): LocationRemoval {
  const over = database
    .prepare<{ locationId: string; nowMs: number; limit: number }, string>(
      `SELECT id FROM bookings WHERE location_id = @locationId AND NOT (status = 'confirmed' AND blocked_until_ms > @nowMs) LIMIT @limit`,
    )
    .pluck();
  const all = database.prepare<[string], string>('SELECT id FROM bookings WHERE location_id = ?').pluck();
  const vacate = database.prepare(`
    DELETE FROM seatings WHERE (location_id, table_id, start_ms, booking_id) IN (
      SELECT location_id, value, start_ms, bookings.id FROM bookings, json_each(bookings.tables) WHERE bookings.id = ?)`);
  const deleteDeliveries = database.prepare('DELETE FROM deliveries WHERE booking_id = ?');
  const deleteEvents = database.prepare('DELETE FROM events WHERE booking_id = ?');
  const deleteBooking = database.prepare('DELETE FROM bookings WHERE id = ?');
  const deleteRefusals = database.prepare<[string, number]>(
    'DELETE FROM refusals WHERE rowid IN (SELECT rowid FROM refusals WHERE location_id = ? LIMIT ?)',
  );
  const rest = ['deliveries', 'seatings', 'menus', 'staff_roles'].map((table) =>
    database.prepare<[string]>(`DELETE FROM ${table} WHERE location_id = ?`),
  );
  const staffLeft = database
    .prepare<[string], string>(
      `SELECT staff_id FROM staff_roles AS r WHERE location_id = ?
       AND NOT EXISTS (SELECT 1 FROM staff_roles WHERE staff_id = r.staff_id AND location_id <> r.location_id)`,
    )
    .pluck();
  const deleteLinks = database.prepare<[string]>(
    'DELETE FROM sign_in_links WHERE address_hash = (SELECT address_hash FROM staff WHERE id = ?)',
  );
  const deleteMember = database.prepare<[string]>('DELETE FROM staff WHERE id = ?');
  const location = database.prepare<[string]>('DELETE FROM locations WHERE id = ?');

  function deleteAll(bookingIds: readonly string[]): number {
    for (const id of bookingIds) {
      vacate.run(id);
      deleteDeliveries.run(id);
      deleteEvents.run(id);
      deleteBooking.run(id);
    }
    return bookingIds.length;
  }

  return {
    clear(shared, locationId, nowMs, limit) {
      shared.snapshots.forget(locationId);
      const bookings = deleteAll(over.all({ locationId, nowMs, limit }));
      return bookings + deleteRefusals.run(locationId, limit).changes;
    },
    remove(shared, locationId) {
      shared.snapshots.forget(locationId);
      shared.changed();
      deleteAll(all.all(locationId));
      deleteRefusals.run(locationId, -1);
      for (const staffId of staffLeft.all(locationId)) {
        deleteLinks.run(staffId);
        deleteMember.run(staffId);
      }
      for (const statement of rest) statement.run(locationId);
      return location.run(locationId).changes > 0;
    },
  };
}
