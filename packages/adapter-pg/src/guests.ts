import { type GuestStore, MAIL_LANE } from '@bord/engine';
import { instant } from './booking-row.ts';
import { bookingReader } from './bookings.ts';
import type { DeliveryRow } from './delivery-row.ts';
import { orUnavailable, persistently } from './failures.ts';
import type { LimitedPool, Query } from './open.ts';
import { transact } from './transaction.ts';

/** So many bookings are erased in one transaction: the steps of their location wait meanwhile. */
const ERASED_MAX = 100;

/** The people behind the bookings. */
export function pgGuests(pool: LimitedPool, query: Query): GuestStore {
  const read = bookingReader(query);
  return {
    bookingsOf: (email) => read('lower(guest_email) = lower($1) ORDER BY starts_at, created_at', [email]),

    async erase(bookingIds) {
      const rows = await query<{ location_id: string; id: string }>(
        'SELECT location_id, id FROM bookings WHERE id = ANY ($1)',
        [bookingIds],
      );
      let erased = 0;
      for (const [locationId, bookings] of Map.groupBy(rows, (row) => row.location_id)) {
        const ids = bookings.map(({ id }) => id);
        while (ids.length > 0) erased += await eraseSome(pool, locationId, ids.splice(0, ERASED_MAX));
      }
      return erased;
    },

    async endedBefore(locationId, endMs, limit) {
      const rows = await query<{ id: string }>(ENDED, [locationId, instant(endMs), limit]);
      return rows.map(({ id }) => id);
    },
  };
}

const ENDED = `
  SELECT id FROM bookings WHERE location_id = $1 AND ends_at < $2 AND guest_name <> ''
  ORDER BY ends_at LIMIT $3`;

/** Erases the guests of some bookings of one location; how many bookings were changed. */
function eraseSome(pool: LimitedPool, locationId: string, bookingIds: readonly string[]): Promise<number> {
  const erasure = persistently(() =>
    transact(pool, async (inside) => {
      const [, erased, deliveries] = await Promise.all([
        // Steps share this lock. One that has read a booking whole would save it whole, with its guest.
        inside('SELECT pg_advisory_xact_lock(location_lock($1))', [locationId]),
        inside(ERASE, [locationId, bookingIds]),
        inside<DeliveryRow>(TOLD, [locationId, bookingIds]),
      ]);
      const told = deliveries.map(withoutGuest);
      return {
        result: erased.length,
        save: { text: TELL, values: [locationId, JSON.stringify(told)] },
      };
    }),
  );
  return orUnavailable(erasure);
}

const ERASE = `
  UPDATE bookings SET guest_name = '', guest_email = NULL, guest_phone = NULL, guest_notes = NULL, guest_language = NULL,
    manage_token_hash = NULL
  WHERE location_id = $1 AND id = ANY ($2) AND ROW (guest_name, guest_email, guest_phone, guest_notes, guest_language,
    manage_token_hash) IS DISTINCT FROM ROW ('', NULL, NULL, NULL, NULL, NULL)
  RETURNING id`;

/** In one order, so that it waits with nobody in a circle who settles the same deliveries. */
const TOLD = `
  SELECT id, lane, state, body FROM deliveries WHERE location_id = $1 AND booking_id = ANY ($2)
  ORDER BY id FOR NO KEY UPDATE`;

const TELL = `
  UPDATE deliveries d SET state = t.state, body = t.body, leased_until = CASE WHEN t.state = 'waiting' THEN d.leased_until END
  FROM json_to_recordset($2) AS t (id text, state text, body text)
  WHERE d.location_id = $1 AND d.id = t.id AND (d.state, d.body) IS DISTINCT FROM (t.state, t.body)`;

/** What may still be said of a booking without its guest. A body is written anew as it was written first: in this language. */
function withoutGuest({ id, lane, state, body }: DeliveryRow): Pick<DeliveryRow, 'id' | 'state' | 'body'> {
  if (lane === MAIL_LANE) return { id, state: state === 'waiting' ? 'dropped' : state, body };
  const event = JSON.parse(body) as { readonly data?: { readonly guest?: unknown } };
  if (!event.data?.guest) return { id, state, body };
  return { id, state, body: JSON.stringify({ ...event, data: { ...event.data, guest: null } }) };
}
