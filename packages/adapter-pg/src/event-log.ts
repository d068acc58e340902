import type { EventLog, NumberedEvent } from '@bord/engine/storage';
import type { Query } from './connection.ts';
import { instant } from './rows.ts';

/** The largest number of events that get their position in one transaction. */
const NUMBERED_MAX = 10_000;

/** Numbering and reading are two transactions. An event that gets its position in between comes after the events that are read. */
export function pgEvents(query: Query): EventLog {
  const number = async (): Promise<number> => {
    const [row] = await query<{ numbered: string }>('SELECT bord.number_events($1) AS numbered', [
      NUMBERED_MAX,
    ]);
    return Number(row!.numbered);
  };
  return {
    async read(after, limit) {
      const rows = await query<NumberedEvent>(READ, [after, limit]);
      if (rows.length === limit || (await number()) === 0) return rows;
      return query<NumberedEvent>(READ, [after, limit]);
    },
    async last() {
      while ((await number()) === NUMBERED_MAX);
      const [row] = await query<{ last: string }>('SELECT bord.last_event_no() AS last');
      return Number(row!.last);
    },
    async purge(writtenBeforeMs, limit) {
      const [row] = await query<{ deleted: number }>(PURGE, [instant(writtenBeforeMs), limit]);
      return row!.deleted;
    },
  };
}

const READ = `
  SELECT no::float8 AS position, location_id AS "locationId", booking_id AS "bookingId", body FROM bord.events
  WHERE no > $1 ORDER BY no LIMIT $2`;

const PURGE = `
  WITH first AS (
    SELECT location_id, seq FROM bord.events ORDER BY no, seq LIMIT $2
  ), deleted AS (
    DELETE FROM bord.events e USING first f
    WHERE e.location_id = f.location_id AND e.seq = f.seq AND (
      e.written_at < $1 OR e.no <= (SELECT min(position) FROM bord.subscribers) OR NOT EXISTS (SELECT FROM bord.subscribers)
    )
    RETURNING 1
  )
  SELECT count(*)::integer AS deleted FROM deleted`;
