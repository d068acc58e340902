import type { LocalDate } from '../core/local-date.ts';

/** A change in the storage. */
export type Invalidation =
  /** Bookings of these calendar dates of a location. */
  | {
      /** Some days of a location. */
      readonly kind: 'diary';
      /** The location's id. */
      readonly locationId: string;
      /** Local calendar dates of the location; none when only a delivery waits. */
      readonly dates: readonly LocalDate[];
    }
  /** The plan of a location. */
  | {
      /** Forget what was kept of this location, and of no other. */
      readonly kind: 'location';
      /** The location's id. */
      readonly locationId: string;
    }
  /** API keys. */
  | {
      /** Forget who was let in. */
      readonly kind: 'keys';
    }
  /** Partners' endpoints. */
  | {
      /** Forget who hears of what. */
      readonly kind: 'endpoints';
    }
  /** Guests of these bookings have been erased. */
  | {
      /** Whoever has leased deliveries that tell of these guests reads them anew. */
      readonly kind: 'guests';
      /** The bookings' ids. */
      readonly bookingIds: readonly string[];
    }
  /** A member of staff, or a session. */
  | {
      /** Forget who is signed in, and as what. */
      readonly kind: 'staff';
    }
  /** Something, somewhere: forget all that was kept. */
  | {
      /** Anything at all. */
      readonly kind: 'anything';
    };

/** Tells what other processes have changed in a shared storage (D7). One's own changes need no invalidation. */
export interface Invalidations {
  /** Calls `listener` for each change from now on, until the returned function is called. An invalidation can arrive twice; a lost one must be noticed. */
  subscribe(listener: (invalidation: Invalidation) => void): () => void;
}
