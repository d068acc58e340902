import { type DeliveryRecord, emailKeyOf, ERASED, type GuestStore, withoutGuest } from '@bord/engine/storage';
import { bookingReader } from './bookings.ts';
import { GUEST_COLUMNS, guestRowOf } from './booking-row.ts';
import { instant } from './columns.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool, Query } from './connection.ts';
import { transact } from './transaction.ts';

/** So many bookings are erased in one transaction: the steps of their location wait meanwhile. */
const ERASED_MAX = 100;

/**
 * The people behind the bookings.
 *
 * @param changed is called with erased guests' bookings of which webhooks that wait have told: others may have them in hand
 */
export function pgGuests(
  pool: LimitedPool,
  query: Query,
  changed: (bookingIds: readonly string[]) => void,
): GuestStore {
  const read = bookingReader(query);
  return {
    bookingsOf: (email) => read(OF_EMAIL, [emailKeyOf(email), email]),

    async indexEmails(limit) {
      const rows = await query<UnkeyedRow>(UNKEYED, [limit]);
      const keyed = rows.map(({ email, ...row }) => ({ ...row, email, key: email && emailKeyOf(email) }));
      if (keyed.length > 0) await query(INDEX_EMAILS, [JSON.stringify(keyed)]);
      return keyed.length;
    },

    async erase(bookingIds) {
      const rows = await query<{ location_id: string; id: string }>(
        'SELECT location_id, id FROM bookings WHERE id = ANY ($1)',
        [bookingIds],
      );
      let erased = 0;
      for (const [locationId, bookings] of Map.groupBy(rows, (row) => row.location_id)) {
        const ids = bookings.map(({ id }) => id);
        while (ids.length > 0) {
          const some = await eraseSome(pool, locationId, ids.splice(0, ERASED_MAX));
          erased += some.erased;
          if (some.waiting.length > 0) changed(some.waiting);
        }
      }
      return erased;
    },

    async endedBefore(locationId, endMs, limit) {
      const rows = await query<{ id: string }>(ENDED, [locationId, instant(endMs), limit]);
      return rows.map(({ id }) => id);
    },
  };
}

/** Rows that a server of the version before has written are found as it finds them. Exported for the test that looks at its plan. */
export const OF_EMAIL = `
  guest_email IS NOT NULL
    AND (guest_email_key = $1 OR guest_email_key IS NULL AND lower(guest_email) IN ($1, lower($2)))
  ORDER BY starts_at, created_at`;

interface UnkeyedRow {
  readonly location_id: string;
  readonly id: string;
  readonly email: string | null;
}

const UNKEYED = `
  SELECT location_id, id, guest_email AS email FROM bookings
  WHERE (guest_email IS NULL) <> (guest_email_key IS NULL) ORDER BY id LIMIT $1`;

/** Unless the guest has been erased meanwhile. In one order, so that two processes do not wait for each other in a circle. */
const INDEX_EMAILS = `
  UPDATE bookings b SET guest_email_key = k.key
  FROM (
    SELECT b.location_id, b.id, r.key
    FROM json_to_recordset($1) AS r (location_id uuid, id text, email text, key text)
    JOIN bookings b ON b.location_id = r.location_id AND b.id = r.id AND b.guest_email IS NOT DISTINCT FROM r.email
    ORDER BY b.location_id, b.id FOR NO KEY UPDATE OF b
  ) AS k
  WHERE b.location_id = k.location_id AND b.id = k.id`;

/** Exported for the test that looks at its cost. */
export const ENDED = `
  SELECT id FROM bookings WHERE location_id = $1 AND ends_at < $2 AND guest_name <> ''
    AND NOT (status = 'confirmed' AND ends_at > storage_now())
  ORDER BY ends_at LIMIT $3`;

/** What tells of a booking. */
type GuestDelivery = Pick<DeliveryRecord, 'id' | 'queue' | 'state' | 'body' | 'bookingId'>;

/** Erases the guests of some bookings of one location: how many bookings were changed, and of which of them a webhook waits that has told. */
function eraseSome(
  pool: LimitedPool,
  locationId: string,
  bookingIds: readonly string[],
): Promise<{ readonly erased: number; readonly waiting: readonly string[] }> {
  const erasure = withRetry(() =>
    transact(pool, async (inside) => {
      const [, erased, deliveries] = await Promise.all([
        // Steps share this lock. One that has read a booking whole would save it whole, with its guest.
        inside('SELECT pg_advisory_xact_lock(location_lock($1))', [locationId]),
        inside(ERASE, [locationId, bookingIds, JSON.stringify(NOBODY)]),
        inside<GuestDelivery>(GUEST_DELIVERIES, [locationId, bookingIds]),
      ]);
      const scrubbed = deliveries.map((row) => ({ id: row.id, ...withoutGuest(row) }));
      const waiting = deliveries.filter(
        (row, i) => row.state === 'waiting' && row.body !== scrubbed[i]!.body && row.bookingId !== null,
      );
      return {
        result: { erased: erased.length, waiting: waiting.map(({ bookingId }) => bookingId!) },
        save: { text: SAVE_DELIVERIES, values: [locationId, JSON.stringify(scrubbed)] },
      };
    }),
  );
  return mapUnavailable(erasure);
}

const NOBODY = guestRowOf(ERASED);
const listed = (of: string): string => GUEST_COLUMNS.replace(/\w+/gu, `${of}.$&`);

const ERASE = `
  UPDATE bookings b SET (${GUEST_COLUMNS}) = ROW (${listed('nobody')})
  FROM json_populate_record(NULL::bookings, $3) AS nobody
  WHERE b.location_id = $1 AND b.id = ANY ($2) AND ROW (${listed('b')}) IS DISTINCT FROM ROW (${listed('nobody')})
    AND NOT (b.status = 'confirmed' AND b.ends_at > storage_now())
  RETURNING b.id`;

/** Of who is expected nothing is changed. In one order, so that it waits with nobody in a circle who settles the same deliveries. */
const GUEST_DELIVERIES = `
  SELECT id, lane AS queue, state, body, booking_id AS "bookingId" FROM deliveries WHERE location_id = $1 AND booking_id = ANY ($2)
    AND NOT EXISTS (
      SELECT FROM bookings b WHERE b.location_id = $1 AND b.id = booking_id
      AND b.status = 'confirmed' AND b.ends_at > storage_now()
    )
  ORDER BY id FOR NO KEY UPDATE`;

const SAVE_DELIVERIES = `
  UPDATE deliveries d SET state = t.state, body = t.body, leased_until = CASE WHEN t.state = 'waiting' THEN d.leased_until END
  FROM json_to_recordset($2) AS t (id text, state text, body text)
  WHERE d.location_id = $1 AND d.id = t.id AND (d.state, d.body) IS DISTINCT FROM (t.state, t.body)`;
