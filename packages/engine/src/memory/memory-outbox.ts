import type { Delivery, DeliveryRecord } from '../core/outbox/delivery.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeasedDelivery, LeaseRequest, Outbox } from '../ports/outbox.ts';
import { type Entry, freeFromMs, type MemoryDeliveries } from './memory-deliveries.ts';
import type { RecordTables } from '../core/access/record-tables.ts';

/** The deliveries in memory, for workers and the operator. */
export function memoryOutbox(
  clock: Clock,
  deliveries: MemoryDeliveries,
  endpoints: RecordTables['endpoints'],
): Outbox {
  return {
    add: async (messages) => deliveries.write(messages),
    ...forWorkers(clock, deliveries, endpoints),
    ...lookedUp(deliveries),
    ...forOperator(clock, deliveries),
  };
}

function forWorkers(
  clock: Clock,
  deliveries: MemoryDeliveries,
  endpoints: RecordTables['endpoints'],
): Pick<Outbox, 'lease' | 'leaseFrom' | 'settle' | 'nextDueInMs'> {
  const take = (chosen: readonly Entry[], leaseMs: number): LeasedDelivery[] =>
    chosen.map((entry) => {
      const lease = entry.lease + 1;
      deliveries.change(entry, { lease, leasedUntilMs: clock.nowMs() + leaseMs });
      return { ...toDelivery(entry), lease, failures: entry.failures };
    });
  return {
    lease: async (request) => take(choose(deliveries.free(), request), request.leaseMs),
    async leaseFrom(queue, limit, leaseMs) {
      const nowMs = clock.nowMs();
      const free = deliveries.waiting().filter((each) => each.queue === queue && freeFromMs(each) <= nowMs);
      return take(free.toSorted((a, b) => a.dueMs - b.dueMs).slice(0, limit), leaseMs);
    },
    async settle({ id, lease }, attempt, rule) {
      const entry = deliveries.get(id);
      const isLeased = entry?.state === 'waiting' && entry.leasedUntilMs !== null && entry.lease === lease;
      if (!isLeased) return false;
      const settlement = rule(endpoints[entry.queue] ?? null);
      const { state, retryAfterMs = 0, failed = false, body = entry.body } = settlement;
      deliveries.change(entry, {
        state,
        body,
        dueMs: clock.nowMs() + (state === 'waiting' ? retryAfterMs : 0),
        failures: entry.failures + (failed ? 1 : 0),
        attempts: attempt ? [...entry.attempts, attempt] : entry.attempts,
        leasedUntilMs: null,
      });
      if (state === 'waiting') deliveries.giveWay(id);
      if (settlement.endpoint) endpoints[entry.queue] = settlement.endpoint;
      deliveries.write(settlement.deliveries ?? []);
      return true;
    },
    async nextDueInMs() {
      const dues = deliveries.waiting().filter(deliveries.isOpen).map(freeFromMs);
      return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - clock.nowMs());
    },
  };
}

function lookedUp(
  deliveries: MemoryDeliveries,
): Pick<Outbox, 'ofQueue' | 'ofBooking' | 'find' | 'waitingAt' | 'stats'> {
  const inQueue = (queue: string): Entry[] => deliveries.all().filter((entry) => entry.queue === queue);
  return {
    async ofQueue(queue, limit) {
      const newest = inQueue(queue)
        .toReversed()
        .toSorted((a, b) => b.createdMs - a.createdMs);
      return newest.slice(0, limit).map(toRecord);
    },
    async ofBooking(bookingId) {
      const found = deliveries.all().filter((entry) => entry.bookingId === bookingId);
      return found.toSorted((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)).map(toRecord);
    },
    async find(queue, eventId) {
      const entry = inQueue(queue).find((other) => other.eventId === eventId);
      return entry ? toRecord(entry) : null;
    },
    async waitingAt(locationId, dueBeforeMs) {
      return deliveries
        .waiting()
        .filter(
          (each) => each.locationId === locationId && deliveries.isOpen(each) && each.dueMs < dueBeforeMs,
        ).length;
    },

    async stats() {
      const due = deliveries.free();
      return {
        due: due.length,
        oldestDueMs: due[0]?.dueMs ?? null,
        waiting: deliveries.waiting().length,
      };
    },
  };
}

function forOperator(
  clock: Clock,
  deliveries: MemoryDeliveries,
): Pick<Outbox, 'record' | 'restart' | 'purge'> {
  return {
    async record(delivery, attempt) {
      const stateBefore = deliveries.get(delivery.id)?.state ?? 'dropped';
      deliveries.write([delivery]);
      const entry = deliveries.get(delivery.id)!;
      const state = attempt.outcome === 'delivered' ? 'delivered' : stateBefore;
      deliveries.change(entry, { state, attempts: [...entry.attempts, attempt] });
    },
    async restart(queue, state) {
      const chosen = deliveries.all().filter((entry) => entry.queue === queue && entry.state === state);
      const restarted = { state: 'waiting', failures: 0, dueMs: clock.nowMs() } as const;
      for (const entry of chosen) deliveries.change(entry, restarted);
      return chosen.length;
    },
    async purge(waitingSinceMs, createdBeforeMs, limit) {
      const settled = deliveries.all().filter(({ state }) => state !== 'waiting');
      const deleted = settled.filter(({ createdMs }) => createdMs < createdBeforeMs).slice(0, limit);
      for (const entry of deleted) deliveries.delete(entry);
      const closed = deliveries.waiting().filter((entry) => !deliveries.isOpen(entry));
      const dropped = closed.filter(({ createdMs }) => createdMs < waitingSinceMs).slice(0, limit);
      for (const entry of dropped) deliveries.change(entry, { state: 'dropped' });
      return { dropped: dropped.length, deleted: deleted.length };
    },
  };
}

/** Chooses due deliveries, the oldest first, as many as each queue and the worker have room for. */
function choose(
  due: readonly Entry[],
  { limit, perQueue, inFlightByQueue, extraByQueue }: LeaseRequest,
): Entry[] {
  const taken = new Map(inFlightByQueue);
  const chosen: Entry[] = [];
  for (const entry of due) {
    const ofQueue = taken.get(entry.queue) ?? 0;
    if (chosen.length >= limit) break;
    if (ofQueue >= perQueue + (extraByQueue?.get(entry.queue) ?? 0)) continue;
    taken.set(entry.queue, ofQueue + 1);
    chosen.push(entry);
  }
  return chosen;
}

function toDelivery({ id, queue, locationId, bookingId, eventId, body, dueMs }: Entry): Delivery {
  return { id, queue, locationId, bookingId, eventId, body, dueMs };
}

function toRecord({
  lease: _lease,
  leasedUntilMs: _until,
  covers: _covers,
  ...record
}: Entry): DeliveryRecord {
  return record;
}
