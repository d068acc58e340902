import {
  type BookingStore,
  type Interval,
  type Refusal,
  plain,
  type Row,
  rowFormat,
} from '@bord/engine/storage';
import type { Query } from './connection.ts';

/** Rejected requests in PostgreSQL's JSON format. */
export const REFUSAL = rowFormat<Refusal>({
  locationId: plain('location_id'),
  channel: plain('channel'),
  requestedMs: plain('asked_ms'),
  startMs: plain('start_ms'),
  partySize: plain('party_size'),
  reason: plain('reason'),
});

/** Reads and purges rejected requests. They are written with the step that rejects them. */
export function pgRefusals(query: Query): Pick<BookingStore, 'refusals' | 'purgeRefusals'> {
  return {
    async purgeRefusals(requestedBeforeMs: number, limit: number) {
      const [row] = await query<{ purged: number }>(PURGE, [requestedBeforeMs, limit]);
      return row!.purged;
    },

    async refusals(locationId: string, { startMs, endMs }: Interval) {
      const rows = await query<{ refusal: Row }>(
        `SELECT row_to_json(refusals) AS refusal FROM bord.refusals
         WHERE location_id = $1 AND start_ms >= $2 AND start_ms < $3 ORDER BY start_ms, asked_ms`,
        [locationId, startMs, endMs],
      );
      return rows.map(({ refusal }) => REFUSAL.record(refusal));
    },
  };
}

/** Rows have no id but their position; rows that another process is deleting are skipped. */
const PURGE = `
  WITH purged AS (
    DELETE FROM bord.refusals WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM bord.refusals WHERE asked_ms < $1 ORDER BY asked_ms LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING 1
  )
  SELECT count(*)::integer AS purged FROM purged`;
