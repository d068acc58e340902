import {
  bodyWithoutGuest,
  type DeliveryRecord,
  emailKeyOf,
  ERASED,
  type GuestStore,
  isGuestRow,
  withoutGuest,
  type EndedRow,
} from '@bord/engine/storage';
import { bookingReader } from './bookings.ts';
import { GUEST_COLUMNS, guestRowOf, instant } from './rows.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool, Query } from './connection.ts';
import { transact } from './transaction.ts';

/** The number of bookings that are erased in one transaction, during which steps of their locations wait. */
const ERASED_MAX = 100;

interface BookingKey {
  readonly location_id: string;
  readonly id: string;
}

/**
 * The guest data of bookings.
 * @param changed called with bookings of erased guests that pending webhooks contain, because workers might hold them
 */
export function pgGuests(
  pool: LimitedPool,
  query: Query,
  changed: (bookingIds: readonly string[]) => void,
): GuestStore {
  const read = bookingReader(query);
  return {
    bookingsOf: async (email) => (await read(OF_EMAIL, [emailKeyOf(email)])).filter(isGuestRow),

    async erase(bookingIds) {
      const rows = await query<BookingKey>(KEYS, [bookingIds]);
      let erased = 0;
      while (rows.length > 0) {
        const some = await eraseSome(pool, rows.splice(0, ERASED_MAX));
        erased += some.erased;
        if (some.waiting.length > 0) changed(some.waiting);
      }
      return erased;
    },

    async endedBefore(locations, limit) {
      const ids = locations.map(({ locationId }) => locationId);
      const ends = locations.map(({ endMs }) => instant(endMs));
      return query<EndedRow>(ENDED, [ids, ends, limit]);
    },

    async forgetNetworks(madeBeforeMs, limit) {
      return (await query(FORGET_NETWORKS, [instant(madeBeforeMs), limit])).length;
    },
  };
}

/** Exported for the test of its plan. */
export const OF_EMAIL = `
  guest_email IS NOT NULL AND guest_email_key = $1
  ORDER BY starts_at, created_at`;

/** A nested loop by location, which stops at the limit. Exported for the test of its cost. */
export const ENDED = `
  SELECT b.id, b.kind FROM unnest($1::uuid[], $2::timestamptz[]) AS l (location_id, ends_at)
  CROSS JOIN LATERAL (
    SELECT id, kind, ends_at FROM bord.bookings
    WHERE location_id = l.location_id AND ends_at < l.ends_at AND guest_name <> ''
      AND NOT (status = 'confirmed' AND ends_at > bord.storage_now())
    ORDER BY ends_at LIMIT $3
  ) AS b
  LIMIT $3`;

/** It skips rows that a step has locked. A subquery in place of the CTE could be run for each row, and select more rows each time. */
const FORGET_NETWORKS = `
  WITH old AS (
    SELECT location_id, id FROM bord.bookings
    WHERE kind = 'booking' AND terms -> 'visitor' ->> 'network' <> 'net:' AND created_at < $1
    ORDER BY created_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE bord.bookings b SET terms = jsonb_set(b.terms, '{visitor,network}', '"net:"')
  FROM old WHERE b.location_id = old.location_id AND b.id = old.id RETURNING b.id`;

/** An event of a booking for subscribers. */
interface GuestEvent {
  readonly seq: string;
  readonly bookingId: string;
  readonly body: string;
}

/** Deliveries and events of a booking. */
type GuestDelivery = Pick<DeliveryRecord, 'locationId' | 'id' | 'queue' | 'state' | 'body' | 'bookingId'>;

/** Erases guests in the order of the keys; returns how many changed, and which have a pending webhook. Locations share transactions. */
function eraseSome(
  pool: LimitedPool,
  bookings: readonly BookingKey[],
): Promise<{ readonly erased: number; readonly waiting: readonly string[] }> {
  const locationIds = bookings.map((booking) => booking.location_id);
  const bookingIds = bookings.map(({ id }) => id);
  const erasure = withRetry(() =>
    transact(pool, async (inside) => {
      const [, erased, deliveries, events] = await Promise.all([
        // Steps share this lock. A step that has read a whole booking would save its guest again.
        inside(LOCK, [[...new Set(locationIds)]]),
        inside(ERASE, [locationIds, bookingIds, JSON.stringify(NOBODY)]),
        inside<GuestDelivery>(GUEST_DELIVERIES, [locationIds, bookingIds]),
        inside<GuestEvent>(GUEST_EVENTS, [locationIds, bookingIds]),
      ]);
      const scrubbed = deliveries.map((row) => ({
        location_id: row.locationId,
        id: row.id,
        ...withoutGuest(row),
      }));
      const changed = events.map((row) => ({ ...row, body: bodyWithoutGuest(row.body) }));
      const waiting = [
        ...deliveries.filter((row, i) => row.state === 'waiting' && row.body !== scrubbed[i]!.body),
        ...events.filter((row, i) => row.body !== changed[i]!.body),
      ];
      return {
        result: { erased: erased.length, waiting: waiting.flatMap(({ bookingId }) => bookingId ?? []) },
        save: { text: SAVE_MESSAGES, values: [JSON.stringify(scrubbed), JSON.stringify(changed)] },
      };
    }),
  );
  return mapUnavailable(erasure);
}

const KEYS = 'SELECT location_id, id FROM bord.bookings WHERE id = ANY ($1) ORDER BY location_id, id';

/** Sorted, so that concurrent erasures do not deadlock. A step has the lock of one location and takes no other. */
const LOCK = 'SELECT pg_advisory_xact_lock(bord.location_lock(l)) FROM unnest($1::uuid[]) AS l';

const NOBODY = guestRowOf(ERASED);
const listed = (of: string): string => GUEST_COLUMNS.replace(/\w+/gu, `${of}.$&`);

const ERASE = `
  UPDATE bord.bookings b SET (${GUEST_COLUMNS}) = ROW (${listed('nobody')}),
    terms = CASE WHEN b.terms ? 'visitor' THEN jsonb_set(b.terms, '{visitor,network}', 'null') ELSE b.terms END
  FROM json_populate_record(NULL::bord.bookings, $3) AS nobody, unnest($1::uuid[], $2::text[]) AS e (location_id, id)
  WHERE b.location_id = e.location_id AND b.id = e.id AND ROW (${listed('b')}) IS DISTINCT FROM ROW (${listed('nobody')})
    AND NOT (b.status = 'confirmed' AND b.ends_at > bord.storage_now())
  RETURNING b.id`;

/** Visits that are over. */
const IS_OVER = `NOT EXISTS (
    SELECT FROM bord.bookings b WHERE b.location_id = e.location_id AND b.id = e.id
    AND b.status = 'confirmed' AND b.ends_at > bord.storage_now()
  )`;

const GUEST_EVENTS = `
  SELECT l.seq, l.booking_id AS "bookingId", l.body FROM unnest($1::uuid[], $2::text[]) AS e (location_id, id)
  JOIN bord.events l ON l.location_id = e.location_id AND l.booking_id = e.id
  WHERE ${IS_OVER} ORDER BY l.seq FOR NO KEY UPDATE OF l`;

/** Data of expected guests stays. Sorted, so that it does not deadlock with workers that settle the same deliveries. */
const GUEST_DELIVERIES = `
  SELECT d.location_id AS "locationId", d.id, d.lane AS queue, d.state, d.body, d.booking_id AS "bookingId"
  FROM unnest($1::uuid[], $2::text[]) AS e (location_id, id)
  JOIN bord.deliveries d ON d.location_id = e.location_id AND d.booking_id = e.id
  WHERE ${IS_OVER}
  ORDER BY d.id FOR NO KEY UPDATE OF d`;

const SAVE_MESSAGES = `
  WITH logged AS (
    UPDATE bord.events l SET body = t.body FROM json_to_recordset($2) AS t (seq bigint, body text)
    WHERE l.seq = t.seq AND l.body <> t.body
  )
  UPDATE bord.deliveries d SET state = t.state, body = t.body, leased_until = CASE WHEN t.state = 'waiting' THEN d.leased_until END
  FROM json_to_recordset($1) AS t (location_id uuid, id text, state text, body text)
  WHERE d.location_id = t.location_id AND d.id = t.id AND (d.state, d.body) IS DISTINCT FROM (t.state, t.body)`;
