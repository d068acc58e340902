import type { Rejected } from './location/reason.ts';

/**
 * The reason of a failed request. The set is closed: an adapter that maps codes to statuses does so with `satisfies Record<ErrorCode, …>`, so that
 * the compiler reports a missing code.
 *
 * Expected outcomes (the slot is taken, the location is closed) are not errors: a `Reason` is returned.
 */
export type ErrorCode =
  /** Malformed input (D8). Its message, like that of `missing_scope`, is written for the caller. */
  | 'invalid_request'
  /** A final state cannot be left in this way (§4.5, D12). */
  | 'not_cancellable'
  /** A partner's booking that is over, or whose party has arrived, cannot be moved (D32). */
  | 'not_movable'
  | 'key_invalid'
  /** The API key does not have the scope that the message names. */
  | 'missing_scope'
  /** Only sandbox keys can do this. */
  | 'not_sandbox'
  | 'location_forbidden'
  /** The key has no location list and tries to read or cancel (§5.6). */
  | 'location_list_missing'
  | 'booking_not_found'
  | 'hold_not_found'
  | 'waitlist_entry_not_found'
  | 'location_not_found'
  | 'key_not_found'
  | 'endpoint_not_found'
  /** The endpoint has no delivery of this event. */
  | 'event_not_found'
  /** A link whose token is unknown, used up or expired (D20, D27). */
  | 'link_unknown'
  /** The change deadline of the guest has passed. */
  | 'too_late'
  /** The session is unknown, ended or expired (D44). */
  | 'session_unknown'
  /** The passkey is unknown, or did not sign the challenge (D44). */
  | 'passkey_refused'
  /** Sessions can do this only in the first minutes after the sign-in (D44). */
  | 'sign_in_again'
  /** Only managers can do this (D44). */
  | 'role_missing'
  /** The location would lose its last manager (D44). */
  | 'last_manager'
  | 'staff_not_found'
  /** The booking has changed since it was read: see `versionOf`. */
  | 'changed_meanwhile'
  | 'rate_limited'
  /** The API key has reached its limit of live holds and offers (D35, D47). */
  | 'too_many_holds'
  /** The waitlist of the channel for the service date is full (D47). */
  | 'waitlist_full'
  /** The e-mail address or telephone number has a waiting entry of the channel for the service date (D47). */
  | 'already_waiting'
  /** The policies of the integrator reject every start of a waitlist entry (D51): see {@link NotAdmittedError}. */
  | 'not_admitted'
  /** The operator has switched the service off (§7, 503). */
  | 'not_enabled'
  /** The request conflicts with existing bookings or other data. */
  | 'conflict'
  /** The storage is unavailable; the outcome of a change can be unknown. It is safe to repeat the request with the same idempotency key. */
  | 'unavailable'
  /** A fault of the engine, its storage or a function of the host; `cause` is the thrown value. The outcome of a change is unknown. */
  | 'unexpected';

/** Registered for the whole process, so that copies of this package recognize each other's errors. */
const MARK = Symbol.for('@bord/engine BookingError');

/** A failed request, with a code to branch on. Test for it with {@link BookingError.is}. */
export class BookingError extends Error {
  readonly [MARK] = true;
  /** The code, to branch on. */
  readonly code: ErrorCode;
  /** The path of the fault in the input, such as `['tables', 0, 'seats']`; empty without one. */
  readonly path: readonly (string | number)[];

  /** Milliseconds until a retry can succeed; null if unknown. */
  readonly retryMs: number | null;

  constructor(
    code: ErrorCode,
    message: string = code,
    path: readonly (string | number)[] = [],
    retryMs: number | null = null,
  ) {
    super(message);
    this.name = 'BookingError';
    this.code = code;
    this.path = path;
    this.retryMs = retryMs;
  }

  /** Whether the value is a BookingError, also one of another copy of this package in the process, which `instanceof` does not recognize. */
  static is(value: unknown): value is BookingError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** The reason why a key is rejected. For the operator's log: the caller does not get it (§5.2). */
export type KeyFault =
  /** It does not have the form of a key, or its checksum is wrong: mistyped or cut off. */
  | 'malformed'
  /** The key does not exist: deleted, or of another system. */
  | 'unknown'
  | 'revoked'
  | 'expired';

/** A rejected key; the code is `key_invalid`. */
export class KeyRejectedError extends BookingError {
  readonly fault: KeyFault;
  /** The id of a key that was once valid; null for any other. */
  readonly keyId: string | null;
  /** The slug of that key's partner. */
  readonly partner: string | null;

  constructor(fault: KeyFault, record: { readonly id: string; readonly partner: string } | null = null) {
    super('key_invalid');
    this.fault = fault;
    this.keyId = record?.id ?? null;
    this.partner = record?.partner ?? null;
  }
}

/** A rejection by the policies of the integrator; the code is `not_admitted`. */
export class NotAdmittedError extends BookingError {
  /** The reason, with the id of the policy. */
  readonly rejected: Rejected;

  constructor(rejected: Rejected) {
    super('not_admitted', rejected.message);
    this.rejected = rejected;
  }
}

/** Converts a thrown value to the error for callers of the engine. */
export function asBookingError(thrown: unknown): BookingError {
  if (BookingError.is(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const error = new BookingError('unexpected', message);
  error.cause = thrown;
  return error;
}

/** Throws `invalid_request` with a message for the caller. */
export function invalid(message: string, path: readonly (string | number)[] = []): never {
  throw new BookingError('invalid_request', message, path);
}
