import type { Channel, Interval, Reason, Refusal } from '@bord/engine';
import type { Database } from 'better-sqlite3';

interface RefusalRow {
  readonly location_id: string;
  readonly start_ms: number;
  readonly asked_ms: number;
  readonly channel: Channel;
  readonly party_size: number;
  readonly reason: Reason;
}

/** What was turned away. */
export interface SqliteRefusals {
  /** Writes a refusal in the transaction that is under way. */
  add(refusal: Refusal): void;
  /** Those for starts within the interval, by start and then by when they were asked. */
  within(locationId: string, interval: Interval): Refusal[];
}

export function sqliteRefusals(database: Database): SqliteRefusals {
  const insert = database.prepare(`
    INSERT INTO refusals (location_id, start_ms, asked_ms, channel, party_size, reason) VALUES (?, ?, ?, ?, ?, ?)`);
  const within = database.prepare<[string, number, number], RefusalRow>(`
    SELECT * FROM refusals WHERE location_id = ? AND start_ms >= ? AND start_ms < ? ORDER BY start_ms, asked_ms`);
  return {
    add({ locationId, startMs, askedMs, channel, partySize, reason }) {
      insert.run(locationId, startMs, askedMs, channel, partySize, reason);
    },
    within: (locationId, { startMs, endMs }) => within.all(locationId, startMs, endMs).map(toRefusal),
  };
}

function toRefusal(row: RefusalRow): Refusal {
  return {
    locationId: row.location_id,
    channel: row.channel,
    askedMs: row.asked_ms,
    startMs: row.start_ms,
    partySize: row.party_size,
    reason: row.reason,
  };
}
