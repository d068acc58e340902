/** Step 2. The outbox: waiting messages, and the result of each attempt. */
import {
  coalesceAmong,
  type DatedDelivery,
  type Delivery,
  type DeliveryRecord,
  giveWayAmong,
  type LeasedDelivery,
  type LeaseRequest,
  type Outbox,
} from '@bord/engine/storage';
import type { JsonFile } from './json-file.ts';
import { by, type StoredDelivery, type State } from './state.ts';

/** Writes messages within a step, so that a change and its messages are saved together. A known message stays unchanged. */
export function writeDeliveries({ deliveries }: State, messages: readonly Delivery[], nowMs: number): void {
  for (const given of messages) {
    const message = given.covers ? coalesced(deliveries, { ...given, covers: given.covers }, nowMs) : given;
    if (!message) continue;
    deliveries[message.id] ??= {
      ...message,
      dueMs: message.dueMs ?? nowMs,
      state: 'waiting',
      createdMs: nowMs,
      failures: 0,
      attempts: [],
      lease: 0,
      leasedUntilMs: null,
    };
  }
}

/** Of events that only say "ask again for these dates" one that waits is enough: what is to be written, or null. */
function coalesced(deliveries: State['deliveries'], message: DatedDelivery, nowMs: number): Delivery | null {
  const { delivery, dropped } = coalesceAmong(message, Object.values(deliveries), nowMs);
  for (const id of dropped) deliveries[id] = { ...deliveries[id]!, state: 'dropped' };
  return delivery;
}

/** A failed message waits again. If a newer unsent message covers it, that one is sent for both. */
function giveWay({ deliveries }: State, id: string, nowMs: number): void {
  const { delivery, dropped } = giveWayAmong(deliveries[id]!, Object.values(deliveries), nowMs);
  for (const other of dropped) deliveries[other] = { ...deliveries[other]!, state: 'dropped' };
  if (delivery) {
    const { covers, body, bookingId, dueMs } = delivery;
    deliveries[delivery.id] = { ...deliveries[delivery.id]!, covers, body, bookingId, dueMs };
  }
}

export function fileOutbox(file: JsonFile<State>, nowMs: () => number): Outbox {
  return { ...forWorkers(file, nowMs), ...forReaders(file, nowMs), ...forOperator(file, nowMs) };
}

type ForWorkers = Pick<Outbox, 'add' | 'lease' | 'leaseFrom' | 'settle' | 'nextDueInMs'>;

/**
 * A worker leases, sends, and settles. If it dies in between, the lease expires and another worker sends again. A lease has a number, so a late
 * settlement is recognised and rejected.
 */
function forWorkers(file: JsonFile<State>, nowMs: () => number): ForWorkers {
  const take = (draft: State, due: readonly StoredDelivery[], leaseMs: number): LeasedDelivery[] =>
    due.map((one) => {
      const lease = one.lease + 1;
      draft.deliveries[one.id] = { ...one, lease, leasedUntilMs: nowMs() + leaseMs };
      return { ...toDelivery(one), lease, failures: one.failures };
    });
  return {
    add: (messages) => file.step((draft) => writeDeliveries(draft, messages, nowMs())),

    lease: (request) =>
      file.step((draft) => take(draft, chosen(free(draft, nowMs()), request), request.leaseMs)),

    leaseFrom: (queue, limit, leaseMs) =>
      file.step((draft) => {
        const due = waiting(draft).filter((one) => one.queue === queue && freeFromMs(one) <= nowMs());
        return take(draft, due.toSorted(by((one) => one.dueMs)).slice(0, limit), leaseMs);
      }),

    settle: ({ id, lease }, attempt, rule) =>
      file.step((draft) => {
        const one = draft.deliveries[id];
        if (one?.state !== 'waiting' || one.leasedUntilMs === null || one.lease !== lease) return false;
        // The rule reads the endpoint under the lock, so consecutive failures are counted exactly.
        const settlement = rule(draft.records.endpoints[one.queue] ?? null);
        draft.deliveries[id] = {
          ...one,
          state: settlement.state,
          body: settlement.body ?? one.body,
          dueMs: nowMs() + (settlement.state === 'waiting' ? (settlement.retryAfterMs ?? 0) : 0),
          failures: one.failures + (settlement.failed ? 1 : 0),
          attempts: attempt ? [...one.attempts, attempt] : one.attempts,
          leasedUntilMs: null,
        };
        if (settlement.state === 'waiting') giveWay(draft, id, nowMs());
        if (settlement.endpoint) draft.records.endpoints[settlement.endpoint.id] = settlement.endpoint;
        writeDeliveries(draft, settlement.deliveries ?? [], nowMs());
        return true;
      }),

    async nextDueInMs() {
      const dues = waiting(file.state)
        .filter((one) => isOpen(file.state, one))
        .map(freeFromMs);
      return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - nowMs());
    },
  };
}

type ForReaders = Pick<Outbox, 'ofQueue' | 'ofBooking' | 'find' | 'waitingAt' | 'stats'>;

function forReaders(file: JsonFile<State>, nowMs: () => number): ForReaders {
  const inQueue = (queue: string): StoredDelivery[] =>
    Object.values(file.state.deliveries).filter((one) => one.queue === queue);
  return {
    async ofQueue(queue, limit) {
      const newest = inQueue(queue)
        .toReversed()
        .toSorted(by((one) => -one.createdMs));
      return newest.slice(0, limit).map(toRecord);
    },
    async ofBooking(bookingId) {
      const found = Object.values(file.state.deliveries).filter((one) => one.bookingId === bookingId);
      return found.toSorted((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)).map(toRecord);
    },
    async find(queue, eventId) {
      const found = inQueue(queue).find((one) => one.eventId === eventId);
      return found ? toRecord(found) : null;
    },
    async waitingAt(locationId, dueBeforeMs) {
      const { state } = file;
      return waiting(state).filter(
        (one) => one.locationId === locationId && one.dueMs < dueBeforeMs && isOpen(state, one),
      ).length;
    },
    async stats() {
      const due = free(file.state, nowMs());
      return { due: due.length, oldestDueMs: due[0]?.dueMs ?? null, waiting: waiting(file.state).length };
    },
  };
}

type ForOperator = Pick<Outbox, 'record' | 'restart' | 'purge'>;

function forOperator(file: JsonFile<State>, nowMs: () => number): ForOperator {
  return {
    record: (delivery, attempt) =>
      file.step((draft) => {
        const stateBefore = draft.deliveries[delivery.id]?.state ?? 'dropped';
        writeDeliveries(draft, [delivery], nowMs());
        const one = draft.deliveries[delivery.id]!;
        const state = attempt.outcome === 'delivered' ? 'delivered' : stateBefore;
        draft.deliveries[one.id] = { ...one, state, attempts: [...one.attempts, attempt] };
      }),

    restart: (queue, state) =>
      file.step((draft) => {
        const again = Object.values(draft.deliveries).filter(
          (one) => one.queue === queue && one.state === state,
        );
        for (const one of again)
          draft.deliveries[one.id] = { ...one, state: 'waiting', failures: 0, dueMs: nowMs() };
        return again.length;
      }),

    purge: (waitingSinceMs, createdBeforeMs, limit) =>
      file.step((draft) => {
        const all = Object.values(draft.deliveries);
        const deleted = all.filter((one) => one.state !== 'waiting' && one.createdMs < createdBeforeMs);
        for (const { id } of deleted.slice(0, limit)) delete draft.deliveries[id];
        const closed = waiting(draft).filter((one) => !isOpen(draft, one) && one.createdMs < waitingSinceMs);
        for (const one of closed.slice(0, limit)) draft.deliveries[one.id] = { ...one, state: 'dropped' };
        return { dropped: Math.min(closed.length, limit), deleted: Math.min(deleted.length, limit) };
      }),
  };
}

function waiting(state: State): StoredDelivery[] {
  return Object.values(state.deliveries).filter((one) => one.state === 'waiting');
}

/** The queue of a disabled endpoint is closed: what is in it waits. */
function isOpen({ records: { endpoints } }: State, { queue }: StoredDelivery): boolean {
  return (endpoints[queue]?.disabledMs ?? null) === null;
}

/** The deliveries that can be leased now, the oldest first. */
function free(state: State, nowMs: number): StoredDelivery[] {
  const due = waiting(state).filter((one) => isOpen(state, one) && freeFromMs(one) <= nowMs);
  return due.toSorted(by((one) => one.dueMs));
}

function freeFromMs({ dueMs, leasedUntilMs }: StoredDelivery): number {
  return Math.max(dueMs, leasedUntilMs ?? dueMs);
}

/** Queues do not wait for each other: a dead endpoint has no more than `perQueue` of a worker's hands. One that keeps up gets more ahead. */
function chosen(
  due: readonly StoredDelivery[],
  { limit, perQueue, inFlightByQueue, extraByQueue }: LeaseRequest,
): StoredDelivery[] {
  const inFlight = new Map(inFlightByQueue);
  const taken: StoredDelivery[] = [];
  for (const one of due) {
    const ofQueue = inFlight.get(one.queue) ?? 0;
    if (taken.length >= limit) break;
    if (ofQueue >= perQueue + (extraByQueue?.get(one.queue) ?? 0)) continue;
    inFlight.set(one.queue, ofQueue + 1);
    taken.push(one);
  }
  return taken;
}

function toDelivery({ id, queue, locationId, bookingId, eventId, body, dueMs }: StoredDelivery): Delivery {
  return { id, queue, locationId, bookingId, eventId, body, dueMs };
}

function toRecord({
  lease: _lease,
  leasedUntilMs: _until,
  covers: _covers,
  ...record
}: StoredDelivery): DeliveryRecord {
  return record;
}
