import type { Channel, Interval, Reason, Refusal } from '@bord/engine/storage';
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
  /** Deletes at most `limit` of those that were asked for before an instant, in the transaction that is under way; how many. */
  purge(askedBeforeMs: number, limit: number): number;
}

export function sqliteRefusals(database: Database): SqliteRefusals {
  const insert = database.prepare(`
    INSERT INTO refusals (location_id, start_ms, asked_ms, channel, party_size, reason) VALUES (?, ?, ?, ?, ?, ?)`);
  const within = database.prepare<[string, number, number], RefusalRow>(`
    SELECT * FROM refusals WHERE location_id = ? AND start_ms >= ? AND start_ms < ? ORDER BY start_ms, asked_ms`);
  // They are written in the order in which they are asked for, so those to be deleted are met first.
  const purge = database.prepare(
    'DELETE FROM refusals WHERE rowid IN (SELECT rowid FROM refusals WHERE asked_ms < ? LIMIT ?)',
  );
  return {
    add({ locationId, startMs, askedMs, channel, partySize, reason }) {
      insert.run(locationId, startMs, askedMs, channel, partySize, reason);
    },
    within: (locationId, { startMs, endMs }) => within.all(locationId, startMs, endMs).map(toRefusal),
    purge: (askedBeforeMs, limit) => purge.run(askedBeforeMs, limit).changes,
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
