import type { LocalDate } from '../core/local-date.ts';

/** A change in the storage. */
export type Invalidation =
  /** Bookings of these calendar dates of a location. */
  | {
      /** The cached days of these dates are stale. */
      readonly kind: 'diary';
      /** The location's id. */
      readonly locationId: string;
      /** Local calendar dates of the location; empty if only a delivery waits. */
      readonly dates: readonly LocalDate[];
    }
  /** The plan of a location. */
  | {
      /** All cached data of this location is stale. */
      readonly kind: 'location';
      /** The location's id. */
      readonly locationId: string;
    }
  /** API keys. */
  | {
      /** All cached API keys are stale. */
      readonly kind: 'keys';
    }
  /** Partners' endpoints. */
  | {
      /** The cached endpoints are stale. */
      readonly kind: 'endpoints';
    }
  /** Guests of these bookings have been erased. */
  | {
      /** Leased deliveries that can contain these guests must be read again. */
      readonly kind: 'guests';
      /** The bookings' ids. */
      readonly bookingIds: readonly string[];
    }
  /** A member of staff, or a session. */
  | {
      /** The cached sessions and members are stale. */
      readonly kind: 'staff';
    }
  /** Unknown changes: all cached data is stale. */
  | {
      /** Any change. */
      readonly kind: 'anything';
    };

/** Reports the changes of other processes in a shared storage (D7). A process's own changes need no invalidation. */
export interface Invalidations {
  /** Calls `listener` for each change from now on, until the returned function is called. An invalidation can arrive twice; a lost one must be noticed. */
  subscribe(listener: (invalidation: Invalidation) => void): () => void;
}
