import { type Clock, wholeClock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import { emptyRecordTables } from '../core/access/record-tables.ts';
import { memoryBookings } from './memory-bookings.ts';
import { memoryDeliveries } from './memory-deliveries.ts';
import { memoryEvents } from './memory-events.ts';
import { memoryLeaderLocks } from './memory-leader-locks.ts';
import { memoryGuests } from './memory-guests.ts';
import { type LocationContents, memoryLocations } from './memory-locations.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { memoryRecords } from './memory-records.ts';
import { memoryRemoval } from './memory-removal.ts';
import { processRates } from './process-rates.ts';

/**
 * The reference storage: all ports over maps, for tests, and to show what the ports ask for. It lives and dies with its
 * process.
 */
export function memoryStorage(given?: Clock): Storage {
  const clock = wholeClock(given);
  const tables = emptyRecordTables();
  const deliveries = memoryDeliveries(clock, tables.endpoints);
  const events = memoryEvents(clock, tables);
  const locations = memoryLocations(
    (): LocationContents => ({
      ...bookings,
      ...memoryRemoval(bookings, deliveries, events, tables),
    }),
    deliveries,
  );
  const bookings = memoryBookings(locations, deliveries, events);
  return {
    bookings,
    locations,
    guests: memoryGuests(clock, bookings, deliveries, events),
    outbox: memoryOutbox(clock, deliveries, tables.endpoints),
    events,
    rates: processRates(clock),
    leaderLocks: memoryLeaderLocks(clock),
    records: memoryRecords(clock, tables, deliveries),
    nowMs: async () => clock.nowMs(),
    invalidations: { subscribe: () => () => undefined },
    check: async () => undefined,
    close: async () => undefined,
  };
}
