/**
 * A process of its own that books, one after the other, at a table of its own, and prints the id of each booking once it is saved:
 *
 *     … booking-writer.ts sqlite:PATH|postgres://… LOCATION TABLE
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { fixtures } from '@bord/engine/testing';

const { aBooking, aDelivery, aScope, bookIfFree, FRIDAY_MS } = fixtures;
const STEP_MS = 2 * 3_600_000;

const [database = '', locationId = '', table = ''] = process.argv.slice(2);
const storage = database.startsWith('sqlite:')
  ? sqliteStorage({ path: database.slice('sqlite:'.length) })
  : pgStorage({ url: database, connections: 1 });
const location = (await storage.locations.get(locationId))!;
for (let made = 0; ; made++) {
  const startMs = FRIDAY_MS + made * STEP_MS;
  const booking = aBooking(`bk_${table}_${made}`, {
    locationId,
    tables: [table],
    startMs,
    idempotencyKey: `${table} ${made}`,
  });
  const scope = aScope(location, { interval: { startMs, endMs: startMs + STEP_MS } });
  await storage.bookings.amend(scope, bookIfFree(booking, [aDelivery(`d_${booking.id}`, { locationId })]));
  process.stdout.write(`${booking.id}\n`);
  await sleep(5); // eight of these leave something of two cores to whom they are watched by
}
