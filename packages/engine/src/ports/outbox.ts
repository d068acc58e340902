import type { Attempt, Delivery, DeliveryRecord, Settlement } from '../core/outbox/delivery.ts';
import type { Endpoint } from '../core/booking/event.ts';

/** A delivery that one worker has until its lease ends. */
export interface LeasedDelivery extends Delivery {
  /** Counts the leases from 1; a fencing token: only the holder of the latest may settle. */
  readonly lease: number;
  /** How many attempts have failed before. A lease that ended unsettled is none. */
  readonly failures: number;
}

/** How much a worker can take. */
export interface LeaseRequest {
  /** At most so many deliveries. */
  readonly limit: number;
  /** How long they are leased, in milliseconds by the storage's clock. */
  readonly leaseMs: number;
  /** At most so many of one queue, those that this worker has in hand already included: a dead endpoint slows nobody else. */
  readonly perQueue: number;
  /** What this worker has in hand, by queue. */
  readonly inFlightByQueue: ReadonlyMap<string, number>;
  /** So many more than `perQueue` of these queues, which take them quickly. None when left out. */
  readonly aheadByQueue?: ReadonlyMap<string, number>;
}

/** What waits, for who watches over a server. Each number is exact up to 10,000 (`limits.DELIVERIES_COUNTED_MAX`); beyond, no smaller than that. */
export interface OutboxStats {
  /** Deliveries that are due now in queues that are open, leased ones not included. */
  readonly due: number;
  /** Since when the oldest of them has been due; null when none is. */
  readonly oldestDueMs: number | null;
  /** All that wait, also for later, and for endpoints that are disabled. */
  readonly waiting: number;
}

/**
 * Messages that wait to be sent, and for a while those that were. Most are written by `BookingStore.amend`, in the transaction of their
 * change. Leases and pauses are reckoned by the storage's clock, since workers of several machines share it.
 */
export interface Outbox {
  /** Writes messages that belong to no change of a booking. One whose id is known already is left as it is. */
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
   * Takes at most `limit` of one queue that are due and that nobody has in hand, the first due first, for `leaseMs`, also of a queue that is closed:
   * for who empties it otherwise than by posting. Atomic like {@link lease}.
   */
  leaseFrom(queue: string, limit: number, leaseMs: number): Promise<readonly LeasedDelivery[]>;

  /**
   * Settles a leased delivery as `rule` decides, and records the attempt (null: none was made). False, and nothing is changed, when another
   * worker has leased it since, or it has been settled.
   *
   * Atomic: what the rule returns is saved whole or not at all, and only when the endpoint of the queue (null for mails) is still the one that
   * it was shown, so that counts are exact with any number of workers: by a lock, or by a comparison when it is saved. The rule is pure and synchronous, and may be called again.
   */
  settle(
    leased: Pick<LeasedDelivery, 'id' | 'queue' | 'lease'>,
    attempt: Attempt | null,
    rule: (endpoint: Endpoint | null) => Settlement,
  ): Promise<boolean>;

  /**
   * Records an attempt made by hand. One that was delivered makes the delivery `delivered`, whatever its state; one that was not leaves the
   * state as it is. A delivery that is not known yet (a test) is written with the attempt, as `dropped` unless it was delivered: no worker
   * takes it up. All or nothing.
   */
  record(delivery: Delivery, attempt: Attempt): Promise<void>;

  /** Milliseconds until the next delivery of an open queue is due, at least 0; null when none waits. */
  nextDueInMs(): Promise<number | null>;

  /** The latest `limit` deliveries of a queue, the newest first. */
  ofQueue(queue: string, limit: number): Promise<readonly DeliveryRecord[]>;

  /** The delivery of an event in a queue; null when there is none. */
  find(queue: string, eventId: string): Promise<DeliveryRecord | null>;

  /** All deliveries that tell of a booking, of every queue and state, the oldest first. */
  ofBooking(bookingId: string): Promise<readonly DeliveryRecord[]>;

  /**
   * Makes the deliveries of a queue that are in this state due at once, with all attempts before them; how many. Those under lease
   * keep their lease.
   */
  restart(queue: string, state: 'waiting' | 'failed'): Promise<number>;

  /** How many deliveries of a location wait in open queues and are due before this instant, leased ones included. */
  waitingAt(locationId: string, dueBeforeMs: number): Promise<number>;

  /** What waits now. Costs no more where very much does. */
  stats(): Promise<OutboxStats>;

  /**
   * Drops what has waited in a closed queue since before `waitingSinceMs`, and deletes what was created before `createdBeforeMs` and is
   * settled; how many of each. At most `limit` of each at once.
   */
  purge(
    waitingSinceMs: number,
    createdBeforeMs: number,
    limit: number,
  ): Promise<{
    /** How many waited in vain. */
    readonly dropped: number;
    /** How many were deleted. */
    readonly deleted: number;
  }>;
}
