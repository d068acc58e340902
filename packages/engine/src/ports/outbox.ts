import type { Attempt, Delivery, DeliveryRecord, Settlement } from '../core/outbox/delivery.ts';
import type { Endpoint } from '../core/booking/event.ts';

/** A delivery that one worker has until its lease ends. */
export interface LeasedDelivery extends Delivery {
  /** Counts the leases from 1. A fencing token: only the holder of the latest lease can settle. */
  readonly lease: number;
  /** The number of earlier failed attempts, without unsettled leases. */
  readonly failures: number;
}

/** The limits of a lease. */
export interface LeaseRequest {
  /** The maximum number of deliveries. */
  readonly limit: number;
  /** The duration of the lease, in milliseconds by the storage's clock. */
  readonly leaseMs: number;
  /** The maximum for one queue, including the deliveries that this worker already has: a dead endpoint does not slow others. */
  readonly perQueue: number;
  /** The deliveries that this worker has in progress, by queue. */
  readonly inFlightByQueue: ReadonlyMap<string, number>;
  /** Added to `perQueue` for fast queues. Absent: none. */
  readonly extraByQueue?: ReadonlyMap<string, number>;
}

/** The waiting deliveries, for monitoring. Each number is exact up to 10,000 (`limits.DELIVERIES_COUNTED_MAX`); above, it is a lower bound. */
export interface OutboxStats {
  /** Deliveries that are due now in open queues, without leased ones. */
  readonly due: number;
  /** Since when the oldest of them has been due; null without due ones. */
  readonly oldestDueMs: number | null;
  /** All waiting deliveries, also later ones and those of disabled endpoints. */
  readonly waiting: number;
}

/**
 * Messages to be sent, and recently sent ones. `BookingStore.amend` writes most of them, in the transaction of their change. Leases and pauses use
 * the storage's clock, which workers of several machines share.
 */
export interface Outbox {
  /** Writes messages without a change of a booking. Messages with a known id are skipped. */
  add(deliveries: readonly Delivery[]): Promise<void>;

  /**
   * Takes waiting deliveries that are due, the oldest of each queue first, for `leaseMs`. The queues of disabled endpoints are closed: their
   * deliveries wait.
   *
   * Atomic: a delivery is leased to one worker at a time. When a lease ends unsettled (the worker died), the delivery is due
   * again.
   */
  lease(request: LeaseRequest): Promise<readonly LeasedDelivery[]>;

  /**
   * Leases at most `limit` due deliveries of one queue that are not leased, earliest first, for `leaseMs`, also of a closed queue. It is for
   * consumers that fetch instead of getting requests. Atomic like {@link lease}.
   */
  leaseFrom(queue: string, limit: number, leaseMs: number): Promise<readonly LeasedDelivery[]>;

  /**
   * Settles a leased delivery as `rule` decides, and records the attempt (null for none). Returns false, without a change, if another worker has
   * leased it since, or it has been settled.
   *
   * Atomic: the result of the rule is saved completely or not at all. It is saved only if the endpoint of the queue (null for e-mails) is
   * unchanged. So counts are exact with any number of workers. A store uses a lock or compares on saving. The rule is pure and synchronous, and
   * can be called again.
   */
  settle(
    leased: Pick<LeasedDelivery, 'id' | 'queue' | 'lease'>,
    attempt: Attempt | null,
    rule: (endpoint: Endpoint | null) => Settlement,
  ): Promise<boolean>;

  /**
   * Records a manual attempt. A successful one makes the delivery `delivered`, from any state; another leaves the state unchanged. An unknown
   * delivery (a test) is written with the attempt, as `dropped` unless it was delivered, so workers do not take it. Atomic.
   */
  record(delivery: Delivery, attempt: Attempt): Promise<void>;

  /** Milliseconds until the next delivery of an open queue is due, at least 0; null without a waiting one. */
  nextDueInMs(): Promise<number | null>;

  /** The latest `limit` deliveries of a queue, the newest first. */
  ofQueue(queue: string, limit: number): Promise<readonly DeliveryRecord[]>;

  /** The delivery of an event in a queue; null if there is none. */
  find(queue: string, eventId: string): Promise<DeliveryRecord | null>;

  /** All deliveries about a booking, of every queue and state, oldest first. */
  ofBooking(bookingId: string): Promise<readonly DeliveryRecord[]>;

  /**
   * Makes the deliveries of a queue in this state due now, with all their attempts, and returns their number. Leased ones keep their lease.
   */
  restart(queue: string, state: 'waiting' | 'failed'): Promise<number>;

  /** The number of deliveries of a location that wait in open queues and are due before this instant, including leased ones. */
  waitingAt(locationId: string, dueBeforeMs: number): Promise<number>;

  /** The waiting deliveries. The cost does not grow with their number. */
  stats(): Promise<OutboxStats>;

  /**
   * Drops deliveries that have waited in a closed queue since before `waitingSinceMs`, and deletes settled ones that were created before
   * `createdBeforeMs`. Returns the number of each. At most `limit` of each in one call.
   */
  purge(
    waitingSinceMs: number,
    createdBeforeMs: number,
    limit: number,
  ): Promise<{
    /** The number of dropped deliveries. */
    readonly dropped: number;
    /** The number of deleted deliveries. */
    readonly deleted: number;
  }>;
}
