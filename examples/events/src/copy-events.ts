/** Copies all events of bookings into a table of the host. */
import type { Engine } from '@bord/engine';
import type { Database } from 'better-sqlite3';

/** Creates the host's table. The event's id is its key, so a repeated delivery has no further effect. */
export function createTable(host: Database): void {
  host.exec(`CREATE TABLE IF NOT EXISTS booking_events (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, booking_id TEXT NOT NULL, created INTEGER NOT NULL, data TEXT NOT NULL
  )`);
}

/** Runs until the engine is detached. An event is acknowledged when the next one is requested: after it is in the table. */
export async function copyEvents(engine: Engine, host: Database): Promise<void> {
  const insert = host.prepare('INSERT OR IGNORE INTO booking_events VALUES (?, ?, ?, ?, ?)');
  for await (const { id, type, created, data } of await engine.events({ name: 'copy' }))
    insert.run(id, type, data.bookingId, created, JSON.stringify(data));
}
