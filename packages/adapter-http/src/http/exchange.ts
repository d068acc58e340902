import type { PartnerCaller, Reason } from '@bord/engine';
import type { RateStats } from '@bord/engine/adapters';
import type { Load } from './load.ts';
import type { RejectedKey, RequestFailure } from './request-failure.ts';

/** The state of a request while it is answered. The guard fills it in step by step. */
export interface Exchange {
  readonly requestId: string;
  caller: PartnerCaller | null;
  rate: RateStats | null;
  /** Set when the caller may see the location. */
  locationId: string | null;
  /** Set when the request was shed because of overload. */
  shed: Load | null;
  failure: RequestFailure | null;
  /** Set when the key was valid once. */
  rejectedKey: RejectedKey | null;
  /** Names of sent fields that are not part of the schema (D11). */
  ignoredFields: readonly string[];
}

/** The result of a request that changes bookings. `unchanged`: the booking already had this state. */
export type BookingAction =
  | {
      /** The action. */
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
      /** The change was rejected. */
      readonly kind: 'refused';
      /** The reason. */
      readonly reason: Reason;
    };

/** One answered request, for a log and for metrics. Does not contain the API key or data of a guest. */
export interface RequestRecord {
  /** Also in the answer, as `x-request-id`. */
  readonly requestId: string;
  /** `-` if the input was not a valid HTTP request. */
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
  /** The location of the request, once the caller may see it. */
  readonly locationId: string | null;
  /** Null if no change was requested, or the request failed. */
  readonly action: BookingAction | null;
  /** The class of work that was shed with 503 because of overload; null if the request was processed. */
  readonly shed: Load | null;
  /** Why it failed; null if it succeeded, if a change was rejected (`action`), or if it was shed. */
  readonly failure: RequestFailure | null;
}

/** Callbacks for answered requests and errors. */
export interface Listeners {
  /** Called for each answered request, just before its answer is sent. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Called for server-side errors (500, and 503 for a storage that does not answer). */
  readonly onError: (error: unknown, requestId: string) => void;
}
