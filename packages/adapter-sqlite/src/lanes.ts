import type { LeaseRequest, OutboxStand } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';

/**
 * The lanes in which something waits and that are open, found by one step of the index a lane: whatever waits in a lane,
 * and however many endpoints there are, costs nothing here.
 */
const OPEN_LANES = `
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

/** The statements, for the test that looks at their plans. */
export const LANE_QUERIES = {
  open: `${OPEN_LANES} SELECT lane FROM open_lanes`,
  due: `SELECT rowid, free_ms FROM deliveries
    WHERE state = 'waiting' AND lane = @lane AND free_ms <= @nowMs ORDER BY free_ms, rowid LIMIT @limit`,
  next: `${OPEN_LANES}
    SELECT min((SELECT min(free_ms) FROM deliveries WHERE state = 'waiting' AND lane = open_lanes.lane)) FROM open_lanes`,
  stand: `${OPEN_LANES}
    SELECT count(*) AS due, min(due_ms) AS oldestDueMs,
      (SELECT count(*) FROM deliveries WHERE state = 'waiting') AS waiting
    FROM deliveries
    WHERE state = 'waiting' AND lane IN (SELECT lane FROM open_lanes) AND free_ms <= @nowMs`,
} as const;

/** Looks into the lanes; each a few steps of an index, and none of a lane that is closed. */
export interface Lanes {
  /** Row ids of what may be leased now. Lanes take turns: a long queue in one does not fill a worker before the next is looked at. */
  due(request: LeaseRequest, nowMs: number): number[];
  /** When the next delivery of an open lane can be leased; null when none waits. */
  nextMs(): number | null;
  stand(nowMs: number): OutboxStand;
}

export function laneReader(database: Database): Lanes {
  const open = database.prepare<[], string>(LANE_QUERIES.open).pluck();
  const dueOf = database.prepare<
    { lane: string; nowMs: number; limit: number },
    { rowid: number; free_ms: number }
  >(LANE_QUERIES.due);
  const next = database.prepare<[], number | null>(LANE_QUERIES.next).pluck();
  const stand = database.prepare<{ nowMs: number }, OutboxStand>(LANE_QUERIES.stand);
  return {
    due({ limit, perLane, inHand }, nowMs) {
      const found = open.all().flatMap((lane) => {
        const held = inHand.get(lane) ?? 0;
        const room = Math.max(0, Math.min(limit, perLane - held));
        return dueOf
          .all({ lane, nowMs, limit: room })
          .map(({ rowid, free_ms }, i) => ({ rowid, freeMs: free_ms, turn: held + i }));
      });
      const inTurn = found.toSorted((a, b) => a.turn - b.turn || a.freeMs - b.freeMs);
      return inTurn.slice(0, limit).map(({ rowid }) => rowid);
    },
    nextMs: () => next.get()!,
    stand: (nowMs) => stand.get({ nowMs })!,
  };
}
