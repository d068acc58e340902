import { DELIVERIES_COUNTED_MAX, type LeaseRequest, type OutboxStats } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';

/** Open queues with waiting deliveries: one step of the index for each queue, independent of its length. */
const OPEN_QUEUES = `
  WITH RECURSIVE
    lanes (lane) AS (
      SELECT min(lane) FROM deliveries WHERE state = 'waiting'
      UNION ALL
      SELECT (SELECT min(lane) FROM deliveries WHERE state = 'waiting' AND lane > lanes.lane)
      FROM lanes WHERE lane IS NOT NULL
    ),
    open_lanes (lane) AS (
      SELECT lane FROM lanes
      WHERE lane IS NOT NULL AND NOT EXISTS (SELECT 1 FROM endpoints WHERE id = lane AND disabled_ms IS NOT NULL)
    )`;

/** The statements, for the test of their plans. */
export const QUEUE_STATEMENTS = {
  open: `${OPEN_QUEUES} SELECT lane FROM open_lanes`,
  due: `SELECT rowid, free_ms FROM deliveries
    WHERE state = 'waiting' AND lane = @lane AND free_ms <= @nowMs ORDER BY free_ms, rowid LIMIT @limit`,
  next: `${OPEN_QUEUES}
    SELECT min((SELECT min(free_ms) FROM deliveries WHERE state = 'waiting' AND lane = open_lanes.lane)) FROM open_lanes`,
  stats: `${OPEN_QUEUES}
    SELECT
      (SELECT count(*) FROM (
        SELECT 1 FROM open_lanes CROSS JOIN deliveries d ON d.lane = open_lanes.lane
        WHERE d.state = 'waiting' AND d.free_ms <= @nowMs LIMIT @most
      )) AS due,
      (SELECT min((
        SELECT min(due_ms) FROM (
          SELECT due_ms FROM deliveries
          WHERE state = 'waiting' AND lane = open_lanes.lane AND free_ms <= @nowMs ORDER BY free_ms LIMIT 100
        )
      )) FROM open_lanes) AS oldestDueMs,
      (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'waiting' LIMIT @most)) AS waiting`,
} as const;

/** Queries of queues; each takes a few steps of an index, and skips closed queues. */
export interface Queues {
  /** Row ids of deliveries that can be leased now. Queues take turns: a long queue does not fill a worker before the next is read. */
  due(request: LeaseRequest, nowMs: number): number[];
  /** The same for one queue, open or closed: the earliest due first. */
  dueIn(queue: string, limit: number, nowMs: number): number[];
  /** When the next delivery of an open queue can be leased; null if none waits. */
  nextMs(): number | null;
  /** The number of deliveries of a location that wait in open queues, and are due before this instant. */
  waitingAt(locationId: string, dueBeforeMs: number): number;
  stats(nowMs: number): OutboxStats;
}

export function queueReader(database: Database): Queues {
  const open = database.prepare<[], string>(QUEUE_STATEMENTS.open).pluck();
  const dueOf = database
    .prepare<{ lane: string; nowMs: number; limit: number }, [number, number]>(QUEUE_STATEMENTS.due)
    .raw();
  const next = database.prepare<[], number | null>(QUEUE_STATEMENTS.next).pluck();
  const waitingAt = database
    .prepare<[string, number], number>(
      `SELECT count(*) FROM deliveries WHERE location_id = ? AND state = 'waiting' AND due_ms < ?
         AND NOT EXISTS (SELECT 1 FROM endpoints e WHERE e.id = lane AND e.disabled_ms IS NOT NULL)`,
    )
    .pluck();
  const stats = database.prepare<{ nowMs: number; most: number }, OutboxStats>(QUEUE_STATEMENTS.stats);
  return {
    due({ limit, perQueue, inFlightByQueue, extraByQueue }, nowMs) {
      const found = open.all().flatMap((queue) => {
        const held = inFlightByQueue.get(queue) ?? 0;
        const most = perQueue + (extraByQueue?.get(queue) ?? 0);
        const room = Math.max(0, Math.min(limit, most - held));
        return dueOf
          .all({ lane: queue, nowMs, limit: room })
          .map(([rowid, freeMs], i) => ({ rowid, freeMs, turn: held + i }));
      });
      const inTurn = found.toSorted((a, b) => a.turn - b.turn || a.freeMs - b.freeMs);
      return inTurn.slice(0, limit).map(({ rowid }) => rowid);
    },
    dueIn: (lane, limit, nowMs) => dueOf.all({ lane, nowMs, limit }).map(([rowid]) => rowid),
    nextMs: () => next.get()!,
    waitingAt: (locationId, dueBeforeMs) => waitingAt.get(locationId, dueBeforeMs)!,
    stats: (nowMs) => stats.get({ nowMs, most: DELIVERIES_COUNTED_MAX })!,
  };
}
