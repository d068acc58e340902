import type { RecordTables } from '../core/access/record-tables.ts';
import type { LoggedEvent } from '../core/booking/subscriber-event.ts';
import {
  type EventRow,
  lastPosition,
  withEvents,
  withoutGuestOf,
  withoutRead,
} from '../core/outbox/event-log.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';

export interface MemoryEvents extends EventLog {
  write(events: readonly LoggedEvent[]): void;
  eraseGuest(bookingId: string): void;
  /** Deletes those of a location, or of a booking of it. */
  forget(locationId: string, bookingId?: string): void;
}

export function memoryEvents(clock: Clock, tables: RecordTables): MemoryEvents {
  let log: readonly EventRow[] = [];
  return {
    read: async (after, limit) => log.filter(({ position }) => position > after).slice(0, limit),
    last: async () => lastPosition(log, tables),
    async purge(writtenBeforeMs, limit) {
      const before = log.length;
      log = withoutRead(log, tables, writtenBeforeMs, limit);
      return before - log.length;
    },
    write: (events) => void (log = withEvents(log, tables, events, clock.nowMs())),
    eraseGuest: (bookingId) => void (log = withoutGuestOf(log, bookingId)),
    forget(locationId, bookingId) {
      log = log.filter(
        (event) => event.locationId !== locationId || (bookingId ?? event.bookingId) !== event.bookingId,
      );
    },
  };
}
