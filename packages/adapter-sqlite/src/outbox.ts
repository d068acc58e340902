import type { Clock, Delivery, LeasedDelivery, Outbox } from '@bord/engine';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';
import { reading } from './unavailable.ts';

interface DeliveryRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly location_id: string;
  readonly event_id: string;
  readonly body: string;
  readonly attempt: number;
}

export interface SqliteOutbox extends Outbox {
  /** Writes deliveries, due at once, in the transaction that is under way. */
  add(deliveries: readonly Delivery[]): void;
}

/**
 * Messages that wait to be sent. All processes of one SQLite file run on one machine, so its clock is the one that the
 * database itself would go by.
 */
export function sqliteOutbox(database: Database, commits: GroupCommit<unknown>, clock: Clock): SqliteOutbox {
  const insert = database.prepare(`
    INSERT INTO deliveries (id, endpoint_id, location_id, event_id, body, due_ms) VALUES (?, ?, ?, ?, ?, ?)`);
  const due = database
    .prepare<[number, number], string>(
      'SELECT id FROM deliveries WHERE due_ms <= ? ORDER BY due_ms, rowid LIMIT ?',
    )
    .pluck();
  const lease = database.prepare<[number, string], DeliveryRow>(
    'UPDATE deliveries SET attempt = attempt + 1, due_ms = ? WHERE id = ? RETURNING *',
  );
  const postpone = database.prepare('UPDATE deliveries SET due_ms = ? WHERE id = ? AND attempt = ?');
  const remove = database.prepare('DELETE FROM deliveries WHERE id = ? AND attempt = ?');

  return {
    add(deliveries) {
      const nowMs = clock.nowMs();
      for (const { id, endpointId, locationId, eventId, body } of deliveries) {
        insert.run(id, endpointId, locationId, eventId, body, nowMs);
      }
    },

    async lease(limit, leaseMs) {
      // Workers ask often and mostly find nothing: that must not take the write lock.
      if ((await reading(() => due.get(clock.nowMs(), 1))) === undefined) return [];
      return commits.run(() => {
        const nowMs = clock.nowMs();
        return due.all(nowMs, limit).map((id) => toLeased(lease.get(nowMs + leaseMs, id)!));
      });
    },

    settle: (deliveryId, attempt, settlement) =>
      commits.run(() => {
        const { changes } =
          settlement.kind === 'retry'
            ? postpone.run(clock.nowMs() + settlement.afterMs, deliveryId, attempt)
            : remove.run(deliveryId, attempt);
        return changes === 1;
      }),
  };
}

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
