import type { LeasedDelivery, Outbox } from '@bord/engine';
import type { Query } from './open.ts';

interface DeliveryRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly location_id: string;
  readonly event_id: string;
  readonly body: string;
  readonly attempt: number;
}

/**
 * Messages that wait to be sent. Workers pass over what another one is just leasing. All times are the database's; a lease
 * whose answer is lost ends by itself.
 *
 * @param once runs a statement that must not be tried again when its answer is lost
 */
export function pgOutbox(query: Query, once: Query): Outbox {
  return {
    async lease(limit, leaseMs) {
      const rows = await query<DeliveryRow>(LEASE, [limit, leaseMs]);
      return rows.map(toLeased);
    },

    async settle(deliveryId, attempt, settlement) {
      const settled =
        settlement.kind === 'retry'
          ? await once(POSTPONE, [deliveryId, attempt, settlement.afterMs])
          : await once('DELETE FROM deliveries WHERE id = $1 AND attempt = $2 RETURNING id', [
              deliveryId,
              attempt,
            ]);
      return settled.length === 1;
    },
  };
}

const LEASE = `
  WITH due AS (
    SELECT location_id, id, due_at FROM deliveries WHERE due_at <= now()
    ORDER BY due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE deliveries d SET attempt = attempt + 1, due_at = now() + $2 * interval '1 ms'
    FROM due WHERE d.location_id = due.location_id AND d.id = due.id
    RETURNING d.id, d.endpoint_id, d.location_id, d.event_id, d.body, d.attempt, due.due_at AS was_due_at
  )
  SELECT * FROM leased ORDER BY was_due_at`;

const POSTPONE = `
  UPDATE deliveries SET due_at = now() + $3 * interval '1 ms' WHERE id = $1 AND attempt = $2 RETURNING id`;

function toLeased(row: DeliveryRow): LeasedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    locationId: row.location_id,
    eventId: row.event_id,
    body: row.body,
    attempt: row.attempt,
  };
}
