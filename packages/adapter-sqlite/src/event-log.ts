import { type Clock, type EventLog, type LoggedEvent, type NumberedEvent } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { reading } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Shared } from './shared.ts';

/** Writes events in the current transaction. */
export type EventWriter = (events: readonly LoggedEvent[]) => void;

/** The last position. When all events were read, subscribers know it: a position that was read is never assigned again. */
const LAST = `max(
  coalesce((SELECT max(no) FROM events), 0),
  coalesce((SELECT max(position) FROM subscribers), 0)
)`;

export function eventWriter(database: Database, clock: Clock): EventWriter {
  const insert = database.prepare(`
    INSERT INTO events (no, location_id, booking_id, body, written_ms)
    SELECT ${LAST} + 1, @locationId, @bookingId, @body, @nowMs WHERE EXISTS (SELECT 1 FROM subscribers)`);
  return (events) => {
    for (const event of events) insert.run({ ...event, nowMs: clock.nowMs() });
  };
}

/** One process writes at a time, so a position is after all that were committed before. */
export function sqliteEvents(database: Database, commits: GroupCommit<Shared>): EventLog {
  const read = database.prepare<[number, number], NumberedEvent>(`
    SELECT no AS position, location_id AS locationId, booking_id AS bookingId, body FROM events
    WHERE no > ? ORDER BY no LIMIT ?`);
  const last = database.prepare<[], number>(`SELECT ${LAST}`).pluck();
  const purge = database.prepare<{ writtenBeforeMs: number; limit: number }>(`
    DELETE FROM events WHERE no IN (SELECT no FROM events ORDER BY no LIMIT @limit)
    AND (written_ms < @writtenBeforeMs OR no <= coalesce((SELECT min(position) FROM subscribers), no))`);
  return {
    read: (after, limit) => reading(() => read.all(after, limit)),
    last: () => reading(() => last.get()!),
    purge: (writtenBeforeMs, limit) => commits.run(() => purge.run({ writtenBeforeMs, limit }).changes),
  };
}
