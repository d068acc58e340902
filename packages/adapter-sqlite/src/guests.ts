import {
  bodyWithoutGuest,
  type Clock,
  type DeliveryRecord,
  emailKeyOf,
  type EndedRow,
  ERASED,
  type GuestStore,
  isErasable,
  isExpected,
  isGuestRow,
  withoutGuest,
  type Row,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { ERASE_GUEST, guestValuesOf, fromRow } from './booking-row.ts';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './errors.ts';
import type { Shared } from './shared.ts';

/** The statements, for the test of their plans. */
export const GUEST_STATEMENTS = {
  ofEmail: `
    SELECT * FROM bookings WHERE guest_email_key = @key AND guest_email IS NOT NULL
    ORDER BY start_ms, created_ms`,
  /** Location by location along the index, up to the limit. */
  endedBefore: `
    SELECT b.id, b.kind FROM json_each(@locations) AS l
      CROSS JOIN bookings b INDEXED BY bookings_with_guest
      ON b.location_id = l.value ->> 'locationId' AND b.end_ms < l.value ->> 'endMs'
    WHERE b.guest_name <> '' AND NOT (b.status = 'confirmed' AND b.end_ms > @nowMs)
    LIMIT @limit`,
  byId: `SELECT * FROM bookings WHERE id = ?`,
  erase: ERASE_GUEST,
  forgetNetworks: `
    UPDATE bookings SET terms = json_set(terms, '$.visitor.network', 'net:') WHERE id IN (
      SELECT id FROM bookings WHERE kind = 'booking' AND terms ->> '$.visitor.network' <> 'net:' AND created_ms < ? LIMIT ?
    ) RETURNING location_id`,
  deliveries: 'SELECT id, lane AS queue, state, body FROM deliveries WHERE booking_id = ?',
  changeDelivery: 'UPDATE deliveries SET state = ?, body = ? WHERE id = ?',
  events: 'SELECT no, body FROM events WHERE booking_id = ?',
  changeEvent: 'UPDATE events SET body = ? WHERE no = ?',
} as const;

/** Deliveries and events of a booking. */
type GuestDelivery = Pick<DeliveryRecord, 'id' | 'queue' | 'state' | 'body'>;

/** The number of bookings that are erased in one transaction, which others wait for. */
const CHUNK = 100;

export function sqliteGuests(database: Database, commits: GroupCommit<Shared>, clock: Clock): GuestStore {
  const ofEmail = database.prepare<{ key: string }, Row>(GUEST_STATEMENTS.ofEmail);
  const endedBefore = database.prepare<{ locations: string; nowMs: number; limit: number }, EndedRow>(
    GUEST_STATEMENTS.endedBefore,
  );
  const byId = database.prepare<[string], Row>(GUEST_STATEMENTS.byId);
  const erase = database.prepare(GUEST_STATEMENTS.erase);
  const forgetNetworks = database.prepare<[number, number], { location_id: string }>(
    GUEST_STATEMENTS.forgetNetworks,
  );
  const deliveriesOf = database.prepare<[string], GuestDelivery>(GUEST_STATEMENTS.deliveries);
  const changeDelivery = database.prepare(GUEST_STATEMENTS.changeDelivery);
  const eventsOf = database.prepare<[string], { no: number; body: string }>(GUEST_STATEMENTS.events);
  const changeEvent = database.prepare(GUEST_STATEMENTS.changeEvent);
  const nobody = guestValuesOf(ERASED);

  /** Erases the guest of one booking and in its deliveries and events; returns the number of changed bookings. */
  function eraseOne(bookingId: string, shared: Shared): number {
    const row = byId.get(bookingId);
    const booking = row && fromRow(row);
    const nowMs = clock.nowMs();
    if (booking && isExpected(booking, nowMs)) return 0;
    for (const delivery of deliveriesOf.all(bookingId)) {
      const { state, body } = withoutGuest(delivery);
      if (state === delivery.state && body === delivery.body) continue;
      changeDelivery.run(state, body, delivery.id);
      if (state === 'waiting') shared.changed(); // a worker might hold it
    }
    for (const event of eventsOf.all(bookingId)) {
      const body = bodyWithoutGuest(event.body);
      if (body === event.body) continue;
      changeEvent.run(body, event.no);
      shared.changed();
    }
    if (!booking || !isErasable(booking, nowMs)) return 0;
    shared.snapshots.forget(booking.locationId);
    return erase.run(...nobody, bookingId).changes;
  }

  return {
    bookingsOf: (email) =>
      reading(() =>
        ofEmail
          .all({ key: emailKeyOf(email) })
          .map(fromRow)
          .filter(isGuestRow),
      ),
    async erase(bookingIds) {
      let erased = 0;
      for (let i = 0; i < bookingIds.length; i += CHUNK) {
        const chunk = bookingIds.slice(i, i + CHUNK);
        erased += await commits.run((shared) => chunk.reduce((sum, id) => sum + eraseOne(id, shared), 0));
      }
      return erased;
    },
    endedBefore: (locations, limit) =>
      reading(() => endedBefore.all({ locations: JSON.stringify(locations), nowMs: clock.nowMs(), limit })),
    forgetNetworks: (madeBeforeMs, limit) =>
      commits.run((shared) => {
        const changed = forgetNetworks.all(madeBeforeMs, limit);
        for (const { location_id } of changed) shared.snapshots.forget(location_id);
        return changed.length;
      }),
  };
}
