import {
  DELIVERIES_COUNTED_MAX,
  type Outbox,
  type OutboxStats,
  toStoredAttempt,
  type Row,
} from '@bord/engine/storage';
import { DELIVERY, instant, LEASED, NEW_DELIVERY } from './rows.ts';
import type { Groups } from './step-groups.ts';
import type { Query } from './connection.ts';
import type { Settling } from './locked-queues.ts';

/**
 * Messages that wait to be sent, and for a while sent ones. Workers skip deliveries that another one is leasing. All times are the database's; a
 * lease whose answer is lost expires automatically.
 * @param once runs a statement that must not be retried if its answer is lost
 * @param waits called when deliveries of these locations might be due
 */
export function pgOutbox(
  query: Query,
  once: Query,
  settling: Groups<Settling>,
  waits: (locationIds: readonly string[]) => void,
): Outbox {
  const read = async (text: string, values: readonly unknown[]) =>
    (await query<Row>(text, values)).map(DELIVERY.record);
  return {
    async add(deliveries) {
      if (deliveries.length === 0) return;
      await query('SELECT bord.add_deliveries($1)', [JSON.stringify(deliveries.map(NEW_DELIVERY.row))]);
      waits(deliveries.map(({ locationId }) => locationId));
    },

    async lease({ limit, leaseMs, perQueue, inFlightByQueue, extraByQueue = new Map() }) {
      if (limit <= 0) return [];
      const held = new Map(inFlightByQueue);
      for (const [queue, ahead] of extraByQueue) held.set(queue, (held.get(queue) ?? 0) - ahead);
      const rows = await query<Row>(LEASE, [
        limit,
        leaseMs,
        perQueue,
        JSON.stringify(Object.fromEntries(held)),
      ]);
      return rows.map(LEASED.record);
    },

    leaseFrom: async (queue, limit, leaseMs) =>
      (await query<Row>(LEASE_FROM, [queue, limit, leaseMs])).map(LEASED.record),

    settle: (leased, attempt, rule) => settling.run<boolean>({ leased, attempt, rule }),

    async record({ locationId, id, queue, bookingId, eventId, body }, attempt) {
      const made = [JSON.stringify(toStoredAttempt(attempt)), attempt.outcome === 'delivered'];
      await once(RECORD, [locationId, id, queue, bookingId, eventId, body, ...made]);
    },

    async nextDueInMs() {
      const [row] = await query<{ next_ms: number | null }>('SELECT bord.next_delivery_ms() AS next_ms');
      return row!.next_ms;
    },

    ofQueue: (queue, limit) => read(OF_QUEUE, [queue, limit]),

    ofBooking: (bookingId) => read(OF_BOOKING, [bookingId]),

    async find(queue, eventId) {
      const [delivery] = await read(FIND, [queue, eventId]);
      return delivery ?? null;
    },

    async restart(queue, state) {
      const rows = await query<{ location_id: string; restarted: number }>(RESTART, [queue, state]);
      waits(rows.map((row) => row.location_id));
      return rows.reduce((sum, { restarted }) => sum + restarted, 0);
    },

    async waitingAt(locationId, dueBeforeMs) {
      const [row] = await query<{ waiting: number }>(WAITING_AT, [locationId, instant(dueBeforeMs)]);
      return row!.waiting;
    },

    async stats() {
      const [row] = await query<OutboxStats>(STATS, [DELIVERIES_COUNTED_MAX]);
      return row!;
    },

    async purge(waitingSinceMs, createdBeforeMs, limit) {
      const [row] = await query<{ dropped: number; deleted: number }>(PURGE, [
        instant(waitingSinceMs),
        instant(createdBeforeMs),
        limit,
      ]);
      return row!;
    },
  };
}

const LEASE = `
  SELECT ${LEASED.columns} FROM bord.lease_deliveries($1, $2, $3, $4) ORDER BY due_at`;

/** Skips deliveries that another worker is leasing or has. */
const LEASE_FROM = `
  WITH due AS (
    SELECT location_id, id FROM bord.deliveries
    WHERE lane = $1 AND state = 'waiting' AND due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
    ORDER BY due_at, created_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE bord.deliveries d SET lease = d.lease + 1, leased_until = now() + $3 * interval '1 ms'
    FROM due WHERE d.location_id = due.location_id AND d.id = due.id
    RETURNING d.*
  )
  SELECT ${LEASED.columns} FROM leased ORDER BY due_at, created_at`;

/** Waiting deliveries of a queue are in one index, and settled ones in another. */
const WAITING_AT = `
  SELECT count(*)::integer AS waiting FROM bord.deliveries WHERE location_id = $1 AND state = 'waiting' AND due_at < $2
    AND NOT EXISTS (SELECT FROM bord.endpoints e WHERE e.id = lane AND e.disabled_at IS NOT NULL)`;

/** Exported for the test of its cost. */
export const OF_QUEUE = `
  (SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE lane = $1 AND state || '' = 'waiting' ORDER BY created_at DESC, id DESC LIMIT $2)
  UNION ALL
  (SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE lane = $1 AND state <> 'waiting' ORDER BY created_at DESC, id DESC LIMIT $2)
  ORDER BY created_at DESC, id DESC LIMIT $2`;

const OF_BOOKING = `
  SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE booking_id = $1 ORDER BY created_at, id COLLATE "C"`;

/** By the usual id first; then among all of its queue. Exported for the test of its cost. */
export const FIND = `
  SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE id = $2 || '@' || $1 AND lane = $1 AND event_id = $2
  UNION ALL
  SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE lane = $1 AND event_id = $2 AND state = 'waiting'
  UNION ALL
  SELECT ${DELIVERY.columns} FROM bord.deliveries WHERE lane = $1 AND event_id = $2 AND state <> 'waiting'
  LIMIT 1`;

const RECORD = `
  INSERT INTO bord.deliveries AS d (location_id, id, lane, booking_id, event_id, body, state, created_at, due_at, attempts)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $8::boolean THEN 'delivered' ELSE 'dropped' END, now(), now(), ARRAY[$7::json])
  ON CONFLICT (location_id, id) DO UPDATE SET
    state = CASE WHEN $8 THEN 'delivered' ELSE d.state END,
    due_at = CASE WHEN d.state = 'waiting' AND NOT $8 THEN d.due_at ELSE now() END,
    leased_until = CASE WHEN NOT $8 THEN d.leased_until END,
    attempts = array_append(d.attempts, $7::json)`;

/** Deliveries that are due already are counted with all earlier attempts and not changed, because there can be many. */
const RESTART = `
  WITH behind AS (
    SELECT location_id, id FROM bord.deliveries
    WHERE lane = $1 AND state = $2 AND (state <> 'waiting' OR failures > 0 OR due_at > now())
    ORDER BY id FOR NO KEY UPDATE
  ), restarted AS (
    UPDATE bord.deliveries d SET
      state = 'waiting',
      failures = 0,
      due_at = CASE WHEN d.state = 'waiting' THEN least(d.due_at, now()) ELSE now() END
    FROM behind b WHERE d.location_id = b.location_id AND d.id = b.id
  )
  SELECT location_id, count(*)::integer AS restarted FROM bord.deliveries WHERE lane = $1 AND state = $2 GROUP BY location_id`;

const STATS = 'SELECT due, oldest_ms AS "oldestDueMs", waiting FROM bord.outbox_stats($1)';

/** Skips rows in use: the next call finds them. It goes from queue to queue as the view `open_lanes` does. */
const PURGE = `
  WITH RECURSIVE lanes (lane) AS (
    (SELECT lane FROM bord.deliveries WHERE state <> 'waiting' ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT d.lane FROM bord.deliveries d WHERE d.state <> 'waiting' AND d.lane > l.lane ORDER BY d.lane LIMIT 1)
    FROM lanes l WHERE l.lane IS NOT NULL
  ), late AS (
    SELECT w.location_id, w.id FROM bord.endpoints e CROSS JOIN LATERAL (
      SELECT location_id, id FROM bord.deliveries
      WHERE lane = e.id AND state = 'waiting' AND due_at < $1
      ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
    ) AS w
    WHERE e.disabled_at IS NOT NULL LIMIT $3
  ), dropped AS (
    UPDATE bord.deliveries d SET state = 'dropped', leased_until = NULL FROM late l WHERE d.location_id = l.location_id AND d.id = l.id RETURNING 1
  ), old AS (
    SELECT s.location_id, s.id FROM lanes l CROSS JOIN LATERAL (
      SELECT location_id, id FROM bord.deliveries
      WHERE lane = l.lane AND state <> 'waiting' AND created_at < $2
      ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
    ) AS s
    LIMIT $3
  ), deleted AS (
    DELETE FROM bord.deliveries d USING old o WHERE d.location_id = o.location_id AND d.id = o.id RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM dropped) AS dropped, (SELECT count(*)::integer FROM deleted) AS deleted`;
