import type { Delivery } from '../core/diary.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeasedDelivery, Outbox } from '../ports/outbox.ts';

export interface MemoryOutbox extends Outbox {
  add(deliveries: readonly Delivery[]): void;
}

/** Waiting deliveries in a map; settled ones are dropped. */
export function memoryOutbox(clock: Clock): MemoryOutbox {
  const waiting = new Map<string, { delivery: Delivery; attempt: number; dueMs: number }>();
  return {
    add(deliveries) {
      for (const delivery of deliveries)
        waiting.set(delivery.id, { delivery, attempt: 0, dueMs: clock.nowMs() });
    },
    async lease(limit, leaseMs) {
      const nowMs = clock.nowMs();
      const due = [...waiting.values()]
        .filter(({ dueMs }) => dueMs <= nowMs)
        .toSorted((a, b) => a.dueMs - b.dueMs);
      return due.slice(0, limit).map((entry): LeasedDelivery => {
        entry.attempt += 1;
        entry.dueMs = nowMs + leaseMs;
        return { ...entry.delivery, attempt: entry.attempt };
      });
    },
    async settle(deliveryId, attempt, settlement) {
      const entry = waiting.get(deliveryId);
      if (!entry || entry.attempt !== attempt) return false;
      if (settlement.kind === 'retry') entry.dueMs = clock.nowMs() + settlement.afterMs;
      else waiting.delete(deliveryId);
      return true;
    },
  };
}
