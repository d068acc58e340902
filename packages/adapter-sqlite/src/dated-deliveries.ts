import {
  AVAILABILITY_EVENT_SECONDS,
  coalesce,
  type DatedDelivery,
  type DateRange,
  type Delivery,
  giveWay,
  type WaitingOn,
} from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';

export interface DatedDeliveries {
  /** The delivery to write in view of the waiting ones, or null for none. Drops those that it replaces. */
  beside(delivery: DatedDelivery, nowMs: number): Delivery | null;
  /** A delivery failed and waits again, next to those that were written since. */
  giveWay(deliveryId: string, nowMs: number): void;
}

/** A range of dates as stored: `2026-12-01/2026-12-24`. */
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
  readonly body: string;
  readonly booking_id: string | null;
  readonly due_ms: number;
  readonly lease: number;
}

interface TriedRow {
  readonly queue: string;
  readonly location_id: string;
  readonly covers: string;
  readonly is_covered_later: number;
}

export function datedDeliveries(database: Database): DatedDeliveries {
  const waiting = database.prepare<
    { queue: string; locationId: string; from: string; to: string; nowMs: number },
    WaitingRow
  >(`
    SELECT id, covers, body, booking_id, due_ms, lease FROM deliveries
    WHERE lane = @queue AND location_id = @locationId AND state = 'waiting' AND covers IS NOT NULL
      AND substr(covers, 1, 10) <= @to AND substr(covers, 12) >= @from
      AND (leased_until_ms IS NULL OR leased_until_ms <= @nowMs)`);
  const tried = database.prepare<[string], TriedRow>(`
    SELECT d.lane AS queue, d.location_id, d.covers, EXISTS (
      SELECT 1 FROM deliveries AS later
      WHERE later.lane = d.lane AND later.location_id = d.location_id AND later.state = 'waiting' AND later.covers IS NOT NULL
        AND substr(later.covers, 1, 10) <= substr(d.covers, 1, 10) AND substr(later.covers, 12) >= substr(d.covers, 12)
        AND later.booking_id IS NULL AND later.rowid > d.rowid
    ) AS is_covered_later
    FROM deliveries AS d WHERE d.id = ? AND d.covers IS NOT NULL`);
  const dropOne = database.prepare<[string]>(
    `UPDATE deliveries SET state = 'dropped', leased_until_ms = NULL WHERE id = ?`,
  );
  const change = database.prepare<[string | null, string, string | null, number, string]>(
    'UPDATE deliveries SET covers = ?, body = ?, booking_id = ?, due_ms = ? WHERE id = ?',
  );
  const drop = (ids: readonly string[]): void => {
    for (const id of ids) dropOne.run(id);
  };
  const waitingAt =
    (queue: string, locationId: string, nowMs: number): WaitingOn =>
    (dates) =>
      waiting.all({ queue, locationId, ...dates, nowMs }).map((row) => ({
        id: row.id,
        covers: rangeOf(row.covers),
        body: row.body,
        bookingId: row.booking_id,
        dueMs: row.due_ms,
        isFresh: row.lease === 0,
      }));
  return {
    beside(delivery, nowMs) {
      const waitingOn = waitingAt(delivery.queue, delivery.locationId, nowMs);
      const soonMs = nowMs + AVAILABILITY_EVENT_SECONDS * 1000;
      const { delivery: written, dropped } = coalesce(delivery, waitingOn, soonMs);
      drop(dropped);
      return written;
    },
    giveWay(id, nowMs) {
      const row = tried.get(id);
      if (!row) return;
      const one = { id, covers: rangeOf(row.covers), isCoveredLater: row.is_covered_later === 1 };
      const { delivery, dropped } = giveWay(one, waitingAt(row.queue, row.location_id, nowMs));
      drop(dropped);
      if (!delivery) return;
      const { covers, body, bookingId, dueMs } = delivery;
      change.run(storedRange(covers), body, bookingId, dueMs, delivery.id);
    },
  };
}
