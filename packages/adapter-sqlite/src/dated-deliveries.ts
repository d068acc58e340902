import {
  AVAILABILITY_EVENT_SECONDS,
  coalesce,
  type DatedDelivery,
  type DateRange,
  type Delivery,
  type WaitingRange,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';

/** Events about dates (D37) within the transaction that is under way. */
export interface DatedDeliveries {
  /** What is to be written of one beside those that wait, or nothing (null). Drops those that it replaces. */
  beside(delivery: DatedDelivery, nowMs: number): Delivery | null;
  /** Drops a delivery that was not taken, when a later one says as much. */
  dropReplaced(deliveryId: string): void;
}

/** A range of dates as the database keeps it: `2026-12-01/2026-12-24`. */
export function storedRange(range: DateRange | undefined): string | null {
  return range ? `${range.from}/${range.to}` : null;
}

function rangeOf(stored: string): DateRange {
  const [from = '', to = ''] = stored.split('/');
  return { from, to };
}

interface WaitingRow {
  readonly id: string;
  readonly covers: string;
  readonly due_ms: number;
  readonly lease: number;
}

/** Events about dates in a database. */
export function datedDeliveries(database: Database): DatedDeliveries {
  const waiting = database.prepare<
    { queue: string; locationId: string; from: string; to: string; nowMs: number },
    WaitingRow
  >(`
    SELECT id, covers, due_ms, lease FROM deliveries
    WHERE lane = @queue AND location_id = @locationId AND state = 'waiting' AND covers IS NOT NULL
      AND substr(covers, 1, 10) <= @to AND substr(covers, 12) >= @from
      AND (leased_until_ms IS NULL OR leased_until_ms <= @nowMs)`);
  const drop = database.prepare<[string]>(
    `UPDATE deliveries SET state = 'dropped', leased_until_ms = NULL WHERE id = ?`,
  );
  const dropReplaced = database.prepare<[string]>(`
    UPDATE deliveries AS d SET state = 'dropped'
    WHERE id = ? AND covers IS NOT NULL AND state = 'waiting' AND EXISTS (
      SELECT 1 FROM deliveries AS later
      WHERE later.lane = d.lane AND later.location_id = d.location_id AND later.state = 'waiting' AND later.covers IS NOT NULL
        AND substr(later.covers, 1, 10) <= substr(d.covers, 1, 10) AND substr(later.covers, 12) >= substr(d.covers, 12)
        AND later.rowid > d.rowid)`);
  return {
    beside(delivery, nowMs) {
      const { queue, locationId, covers } = delivery;
      const ranges = waiting
        .all({ queue, locationId, ...covers, nowMs })
        .map(({ id, covers: stored, due_ms: dueMs, lease }): WaitingRange => ({
          ...rangeOf(stored),
          id,
          dueMs,
          isFresh: lease === 0,
        }));
      const written = coalesce(delivery, ranges, nowMs + AVAILABILITY_EVENT_SECONDS * 1000);
      for (const id of written?.dropped ?? []) drop.run(id);
      return written?.delivery ?? null;
    },
    dropReplaced: (deliveryId) => void dropReplaced.run(deliveryId),
  };
}
