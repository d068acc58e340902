import { type Clock, wholeClock } from '../ports/clock.ts';
import type { Storage } from '../ports/storage.ts';
import {
  emptyRecordTables,
  foundIn,
  type RecordTables,
  stepIn,
  removeRoles,
} from '../core/access/record-tables.ts';
import { memoryBookings, type MemoryBookings } from './memory-bookings.ts';
import { memoryDeliveries, type MemoryDeliveries } from './memory-deliveries.ts';
import { memoryEvents, type MemoryEvents } from './memory-events.ts';
import { type LocationContents, memoryLocations } from './memory-locations.ts';
import { memoryOutbox } from './memory-outbox.ts';
import { processRates } from './process-rates.ts';
import { recordFinders, type Records } from '../ports/records.ts';
import { LOCK_LEASE_MAX_MS, type LeaderLocks } from '../ports/leader-locks.ts';
import { isLive } from '../core/booking/booking.ts';
import { emailKeyOf } from '../core/fields.ts';
import { erased, isErasable, withoutNetwork } from '../core/booking/erasure.ts';
import { isGuestRow } from '../core/booking/row.ts';
import type { GuestStore } from '../ports/guest-store.ts';

/** The reference storage: all ports over maps, for tests, and as an example of the ports. Its data is lost when its process ends. */
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
  const bookings = memoryBookings(
    locations,
    deliveries,
    events,
    () => foundIn(tables, { endpoints: {} }).endpoints,
  );
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

function memoryRecords(
  clock: Clock,
  tables: RecordTables,
  deliveries: Pick<MemoryDeliveries, 'write'>,
): Records {
  const read: Records['read'] = async (select) =>
    ({ ...foundIn(tables, select), nowMs: clock.nowMs() }) as never;
  return {
    async amend(step) {
      const { result, deliveries: mails } = stepIn(tables, step, clock.nowMs());
      deliveries.write(mails);
      return result;
    },
    read,
    ...recordFinders(read),
  };
}

/** Leader locks in a map: one process, possibly with several engines. */
function memoryLeaderLocks(clock: Clock): LeaderLocks {
  const held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  const isHeld = (untilMs: number): boolean =>
    clock.nowMs() < untilMs && untilMs <= clock.nowMs() + LOCK_LEASE_MAX_MS;
  return {
    async take(lock, holder, leaseMs) {
      const current = held.get(lock);
      if (current && current.holder !== holder && isHeld(current.untilMs)) return false;
      held.set(lock, { holder, untilMs: clock.nowMs() + leaseMs });
      return true;
    },
    async giveBack(lock, holder) {
      if (held.get(lock)?.holder === holder) held.delete(lock);
    },
    async purge(endedBeforeMs) {
      const old = [...held].filter(([, { untilMs }]) => untilMs < endedBeforeMs);
      for (const [lock] of old) held.delete(lock);
      return old.length;
    },
  };
}

/** Removes the data of a location from the maps. */
function memoryRemoval(
  bookings: MemoryBookings,
  deliveries: MemoryDeliveries,
  events: Pick<MemoryEvents, 'forget'>,
  tables: RecordTables,
): Pick<LocationContents, 'clear' | 'remove'> {
  function deleteDeliveries(
    isOf: (delivery: { locationId: string; bookingId: string | null }) => boolean,
  ): void {
    for (const entry of deliveries.all()) if (isOf(entry)) deliveries.delete(entry);
  }

  return {
    clear(locationId, nowMs, limit) {
      const over = bookings
        .all()
        .filter((one) => one.locationId === locationId && !(isLive(one) && one.blockedUntilMs > nowMs))
        .slice(0, limit);
      for (const { id } of over) {
        bookings.delete(id);
        deleteDeliveries(({ bookingId }) => bookingId === id);
        events.forget(locationId, id);
      }
      return over.length + bookings.forgetRefusals(locationId, limit);
    },
    remove(locationId) {
      for (const one of bookings.all()) if (one.locationId === locationId) bookings.delete(one.id);
      deleteDeliveries((delivery) => delivery.locationId === locationId);
      events.forget(locationId);
      bookings.forgetRefusals(locationId, Infinity);
      removeRoles(tables, locationId);
    },
  };
}

function memoryGuests(
  clock: Clock,
  bookings: Pick<MemoryBookings, 'all' | 'set'>,
  deliveries: Pick<MemoryDeliveries, 'eraseGuest'>,
  events: Pick<MemoryEvents, 'eraseGuest'>,
): GuestStore {
  return {
    async bookingsOf(email) {
      const wanted = emailKeyOf(email);
      const own = bookings
        .all()
        .filter(isGuestRow)
        .filter(({ guest }) => guest.email && emailKeyOf(guest.email) === wanted);
      return own.toSorted((a, b) => a.startMs - b.startMs || a.createdMs - b.createdMs);
    },
    async erase(bookingIds) {
      const chosen = new Set(bookingIds);
      const nowMs = clock.nowMs();
      const known = bookings.all().filter((one) => chosen.has(one.id) && isErasable(one, nowMs));
      for (const booking of known) {
        bookings.set(erased(booking));
        deliveries.eraseGuest(booking.id);
        events.eraseGuest(booking.id);
      }
      return known.length;
    },
    async endedBefore(locations, limit) {
      const nowMs = clock.nowMs();
      const erasable = bookings.all().filter((one) => isErasable(one, nowMs));
      const ended = locations.flatMap(({ locationId, endMs }) =>
        erasable
          .filter((one) => one.locationId === locationId && one.endMs < endMs)
          .toSorted((a, b) => a.endMs - b.endMs),
      );
      return ended.slice(0, limit).map(({ id, kind }) => ({ id, kind }));
    },
    async forgetNetworks(madeBeforeMs, limit) {
      const known = bookings
        .all()
        .filter(({ createdMs }) => createdMs < madeBeforeMs)
        .flatMap(withoutNetwork)
        .slice(0, limit);
      for (const booking of known) bookings.set(booking);
      return known.length;
    },
  };
}
