import {
  coalesceAmong,
  type DatedDelivery,
  giveWayAmong,
  type StoredDelivery,
} from '../core/outbox/coalesce.ts';
import type { Delivery, DeliveryRecord } from '../core/outbox/delivery.ts';
import { withoutGuest } from '../core/booking/erasure.ts';
import type { Clock } from '../ports/clock.ts';
import type { RecordTables } from '../core/access/record-tables.ts';

export interface Entry extends DeliveryRecord, StoredDelivery {
  /** Null if it is not leased; an expired lease that was not settled is still here. */
  readonly leasedUntilMs: number | null;
}

export interface MemoryDeliveries {
  get(deliveryId: string): Entry | undefined;
  /** In the order in which they were written. */
  all(): Entry[];
  waiting(): Entry[];
  /** The deliveries that can be leased now, the oldest first. */
  free(): Entry[];
  /** Whether its queue is not that of a disabled endpoint. */
  isOpen(entry: Entry): boolean;
  /** A failed delivery waits again, next to those written since. */
  giveWay(deliveryId: string): void;
  /** Within the current step; known deliveries are skipped. */
  write(deliveries: readonly Delivery[]): void;
  change(entry: Entry, to: Partial<Entry>): void;
  delete(entry: Entry): void;
  /** Removes the guest of a booking from all deliveries about it. */
  eraseGuest(bookingId: string): void;
}

/** Deliveries in a map; settled ones stay until they are purged. */
export function memoryDeliveries(clock: Clock, endpoints: RecordTables['endpoints']): MemoryDeliveries {
  const entries = new Map<string, Entry>();
  const all = (): Entry[] => [...entries.values()];
  const waiting = (): Entry[] => all().filter(({ state }) => state === 'waiting');
  const isOpen = ({ queue }: Entry): boolean => (endpoints[queue]?.disabledMs ?? null) === null;
  const change = (entry: Entry, to: Partial<Entry>): void => void entries.set(entry.id, { ...entry, ...to });
  const drop = (ids: readonly string[]): void => {
    for (const id of ids) change(entries.get(id)!, { state: 'dropped' });
  };

  /** The delivery to write for an event about dates, given the waiting ones; null for none. */
  function beside(delivery: DatedDelivery): Delivery | null {
    const { delivery: written, dropped } = coalesceAmong(delivery, all(), clock.nowMs());
    drop(dropped);
    return written;
  }

  return {
    get: (deliveryId) => entries.get(deliveryId),
    all,
    waiting,
    isOpen,
    change,
    giveWay(deliveryId) {
      const { delivery, dropped } = giveWayAmong(entries.get(deliveryId)!, all(), clock.nowMs());
      drop(dropped);
      if (!delivery) return;
      const { id, covers, body, bookingId, dueMs } = delivery;
      change(entries.get(id)!, { covers, body, bookingId, dueMs });
    },
    delete: ({ id }) => void entries.delete(id),
    free() {
      const nowMs = clock.nowMs();
      const free = waiting().filter((entry) => isOpen(entry) && freeFromMs(entry) <= nowMs);
      return free.toSorted((a, b) => a.dueMs - b.dueMs);
    },
    write(deliveries) {
      const nowMs = clock.nowMs();
      for (const given of deliveries) {
        if (entries.has(given.id)) continue;
        const delivery = given.covers ? beside({ ...given, covers: given.covers }) : given;
        if (!delivery) continue;
        const fresh = { state: 'waiting', createdMs: nowMs, failures: 0, attempts: [], lease: 0 } as const;
        const dueMs = delivery.dueMs ?? nowMs;
        entries.set(delivery.id, { ...delivery, ...fresh, dueMs, leasedUntilMs: null });
      }
    },
    eraseGuest(bookingId) {
      for (const entry of all().filter((other) => other.bookingId === bookingId))
        change(entry, withoutGuest(entry));
    },
  };
}

/** From when on it can be leased. */
export function freeFromMs({ dueMs, leasedUntilMs }: Entry): number {
  return Math.max(dueMs, leasedUntilMs ?? dueMs);
}
