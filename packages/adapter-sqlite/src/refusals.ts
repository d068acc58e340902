import { type Interval, type Refusal, plain, type Row, rowFormat } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { placeholders } from './columns.ts';

const REFUSAL = rowFormat<Refusal>({
  locationId: plain('location_id'),
  channel: plain('channel'),
  requestedMs: plain('asked_ms'),
  startMs: plain('start_ms'),
  partySize: plain('party_size'),
  reason: plain('reason'),
});

export interface SqliteRefusals {
  /** Writes a rejection in the current transaction. */
  add(refusal: Refusal): void;
  /** Those with a start in the interval, by start and then by the time of the request. */
  within(locationId: string, interval: Interval): Refusal[];
  /** Deletes at most `limit` of those that were requested before an instant, in the current transaction; returns their number. */
  purge(requestedBeforeMs: number, limit: number): number;
}

export function sqliteRefusals(database: Database): SqliteRefusals {
  const insert = database.prepare(
    `INSERT INTO refusals (${REFUSAL.columns}) VALUES (${placeholders(REFUSAL.columns)})`,
  );
  const within = database.prepare<[string, number, number], Row>(
    `SELECT ${REFUSAL.columns} FROM refusals
       WHERE location_id = ? AND start_ms >= ? AND start_ms < ? ORDER BY start_ms, asked_ms`,
  );
  // They are written in the order of the requests, so the oldest are found first.
  const purge = database.prepare(
    'DELETE FROM refusals WHERE rowid IN (SELECT rowid FROM refusals WHERE asked_ms < ? LIMIT ?)',
  );
  return {
    add: (refusal) => void insert.run(REFUSAL.values(refusal)),
    within: (locationId, { startMs, endMs }) =>
      within.all(locationId, startMs, endMs).map((row) => REFUSAL.record(row)),
    purge: (requestedBeforeMs, limit) => purge.run(requestedBeforeMs, limit).changes,
  };
}
