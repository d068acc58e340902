import type { Delivery } from '../core/diary.ts';

/** A delivery in the hands of one worker until its lease ends. */
export interface LeasedDelivery extends Delivery {
  /** Counts the leases from 1; a fencing token: only the holder of the latest may settle. */
  readonly attempt: number;
}

/** How an attempt ended. `retry` after so many milliseconds; `exhausted` when it was the last. */
export type Settlement =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'exhausted' };

/**
 * Messages that wait to be sent. They are written by `BookingStore.amend`, in the transaction of their change. Times come
 * from the storage's clock, since workers of several machines share it.
 */
export interface Outbox {
  /**
   * Takes up to `limit` deliveries that are due, the oldest first, for `leaseMs`.
   *
   * Atomic: a delivery is leased to one worker at a time. When a lease ends unsettled (the worker died), the delivery is due
   * again.
   */
  lease(limit: number, leaseMs: number): Promise<readonly LeasedDelivery[]>;

  /** Records how an attempt ended. False, and nothing is changed, when another worker has leased the delivery since. */
  settle(deliveryId: string, attempt: number, settlement: Settlement): Promise<boolean>;
}
