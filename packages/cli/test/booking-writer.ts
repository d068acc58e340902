/**
 * A process that books one table again and again, and prints the id of each acknowledged booking:
 *
 *     … booking-writer.ts sqlite:PATH|postgres://… LOCATION TABLE
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { BookingError } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';

const { aBooking, aDelivery, aScope, bookIfFree, FRIDAY_MS } = fixtures;
const STEP_MS = 2 * 3_600_000;
const WEEKS_MS = 1000 * STEP_MS;

const [database = '', locationId = '', table = ''] = process.argv.slice(2);
const storage = database.startsWith('sqlite:')
  ? sqliteStorage({ path: database.slice('sqlite:'.length) })
  : pgStorage({ url: database, connections: 1 });
const location = (await storage.locations.get(locationId))!;
// Each writer has separate weeks, so that they load the database and do not wait for each other.
const firstMs = FRIDAY_MS + Number(table.slice(1)) * WEEKS_MS;
for (let made = 0; ; made++) {
  const startMs = firstMs + made * STEP_MS;
  const idempotencyKey = `${table} ${made}`;
  const booking = aBooking(`bk_${table}_${made}`, { locationId, tables: [table], startMs, idempotencyKey });
  const scope = aScope(location, {
    dates: [new Date(startMs).toISOString().slice(0, 10)],
    interval: { startMs, endMs: startMs + STEP_MS },
    named: { idempotencyKey },
  });
  const deliveries = [aDelivery(`d_${booking.id}`, { locationId })];
  await saved(() => storage.bookings.amend(scope, bookIfFree(booking, deliveries)));
  process.stdout.write(`${booking.id}\n`);
  await sleep(20); // leaves time of two cores for the observer of eight writers
}

/** A database that is too busy for a moment is asked again, as a partner would. */
async function saved(book: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await book();
      return;
    } catch (error) {
      if (!(BookingError.is(error) && error.code === 'unavailable')) throw error;
    }
  }
}
