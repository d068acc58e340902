import type { PartnerCaller, RateStats, Reason } from '@bord/engine';
import type { Load } from './load.ts';
import type { RejectedKey, RequestFailure } from './request-failure.ts';

/** What is known of a request while it is being answered; the guard fills it in as far as it gets. */
export interface Exchange {
  readonly requestId: string;
  caller: PartnerCaller | null;
  rate: RateStats | null;
  /** Set when the caller may see the location. */
  locationId: string | null;
  /** Set when the request was shed because too much was going on. */
  shed: Load | null;
  /** Set when the request failed. */
  failure: RequestFailure | null;
  /** Set when the key was good once. */
  rejectedKey: RejectedKey | null;
  /** Names of fields that were sent and that nobody reads (D11). */
  ignoredFields: readonly string[];
}

/** What came of a request that was to change bookings. `unchanged`: it was so already. */
export type BookingAction =
  | {
      /** What was done. */
      readonly kind:
        | 'booked'
        | 'held'
        | 'replayed'
        | 'released'
        | 'waiting'
        | 'left'
        | 'moved'
        | 'edited'
        | 'cancelled'
        | 'unchanged';
    }
  | {
      /** It could not be had. */
      readonly kind: 'refused';
      /** Why not. */
      readonly reason: Reason;
    };

/** One answered request, for a log and for metrics. Holds neither the key nor anything about a guest. */
export interface RequestRecord {
  /** Also in the answer, as `x-request-id`. */
  readonly requestId: string;
  /** `-` for what never became a request. */
  readonly method: string;
  /** The route's template, such as `/v1/partner-api/bookings/:bookingId`; null for a path that has none. */
  readonly route: string | null;
  /** HTTP status. */
  readonly status: number;
  /** From the request's head to its answer, in milliseconds. */
  readonly durationMs: number;
  /** Null until the key has been recognised; also of a key that is rejected because it was revoked or has expired. */
  readonly keyId: string | null;
  /** Slug of the key's partner; null like `keyId`. */
  readonly partner: string | null;
  /** The location that was asked about, once the caller was found to see it. */
  readonly locationId: string | null;
  /** Null where no change was asked for, or the request failed. */
  readonly action: BookingAction | null;
  /** The class of work that was shed with 503 because too much was going on; null for all that was looked at. */
  readonly shed: Load | null;
  /** Why it failed; null where it did not, where a change was refused (`action`), and where it was shed. */
  readonly failure: RequestFailure | null;
}

/** Whom to tell what. */
export interface Listeners {
  /** Told of each answered request, just before its answer goes out. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Told of what went wrong on our side (500, and 503 for storage that does not answer). */
  readonly onError: (error: unknown, requestId: string) => void;
}
