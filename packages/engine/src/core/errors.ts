import type { Rejected } from './location/reason.ts';

/**
 * Why a request failed. The set is closed: an adapter that maps codes to statuses does so with
 * `satisfies Record<ErrorCode, …>`, so that a new code cannot be forgotten.
 *
 * Expected outcomes (the slot is taken, the location is closed) are not errors: a `Reason` is returned.
 */
export type ErrorCode =
  /** Malformed input (D8). Its message, like that of `missing_scope`, is written for the caller. */
  | 'invalid_request'
  /** A final state cannot be left this way (§4.5, D12). */
  | 'not_cancellable'
  /** A partner's booking that is over, or whose party is there, cannot be moved (D32). */
  | 'not_movable'
  | 'key_invalid'
  /** The API key does not have the scope that the message names. */
  | 'missing_scope'
  /** What only a sandbox key may do. */
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
  /** There is no such event among the deliveries of the endpoint. */
  | 'event_not_found'
  /** A link whose token is unknown, used up or expired (D20, D27). */
  | 'link_unknown'
  /** The guest's own changes are no longer taken. */
  | 'too_late'
  /** Nobody is signed in by this session: it is unknown, ended or expired (D44). */
  | 'session_unknown'
  /** A passkey that is not known, or did not sign what it was asked to (D44). */
  | 'passkey_refused'
  /** What a session may do only within the first minutes after its sign-in (D44). */
  | 'sign_in_again'
  /** What only a manager may do (D44). */
  | 'role_missing'
  /** The last manager of a location would be one no more (D44). */
  | 'last_manager'
  | 'staff_not_found'
  /** The booking is no longer the one that was looked at: see `versionOf`. */
  | 'changed_meanwhile'
  | 'rate_limited'
  /** The key holds as many tables as it may (D35). */
  | 'too_many_holds'
  /** As many entries of the channel wait for the service date as can (D47). */
  | 'waitlist_full'
  /** The e-mail address or telephone number has a waiting entry of the channel for the service date (D47). */
  | 'already_waiting'
  /** The policies of the integrator reject every start of a waitlist entry (D51): see {@link NotAdmittedError}. */
  | 'not_admitted'
  /** The operator has switched the service off (§7, 503). */
  | 'not_enabled'
  /** What the operator asks for would break bookings that stand. */
  | 'conflict'
  /** The storage cannot answer now; the outcome of a change may be unknown. Safe to ask again with the same idempotency key. */
  | 'unavailable'
  /** A fault of the engine, its storage or a function of the host; `cause` has what was thrown. The outcome of a change is unknown. */
  | 'unexpected';

/** Registered for all of the process, so that copies of this package know each other's errors. */
const MARK = Symbol.for('@bord/engine BookingError');

/** A request that failed, with a code to branch on. Ask for it by {@link BookingError.is}. */
export class BookingError extends Error {
  readonly [MARK] = true;
  /** The code, to branch on. */
  readonly code: ErrorCode;
  /** Where in the input the fault lies, such as `['tables', 0, 'seats']`; empty when it has no place. */
  readonly path: readonly (string | number)[];

  /** In how many milliseconds it is worth asking again; null where that is not known. */
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

  /** The value is a BookingError, also one of another copy of this package in the process, which `instanceof` would not know. */
  static is(value: unknown): value is BookingError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** Why a key that was presented is rejected. For the operator's log: the caller learns nothing of it (§5.2). */
export type KeyFault =
  /** It has not the form of a key, or its checksum is wrong: mistyped or cut off. */
  | 'malformed'
  /** There is no such key: deleted, or of another system. */
  | 'unknown'
  | 'revoked'
  | 'expired';

/** A key is rejected; the code is `key_invalid`. */
export class KeyRejectedError extends BookingError {
  readonly fault: KeyFault;
  /** Id of a key that was once good; null for every other. */
  readonly keyId: string | null;
  /** Slug of that key's partner. */
  readonly partner: string | null;

  constructor(fault: KeyFault, record: { readonly id: string; readonly partner: string } | null = null) {
    super('key_invalid');
    this.fault = fault;
    this.keyId = record?.id ?? null;
    this.partner = record?.partner ?? null;
  }
}

/** The policies of the integrator reject what was asked for; the code is `not_admitted`. */
export class NotAdmittedError extends BookingError {
  /** Why, with the id of the policy. */
  readonly rejected: Rejected;

  constructor(rejected: Rejected) {
    super('not_admitted', rejected.message);
    this.rejected = rejected;
  }
}

/** The error for callers of the engine. */
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
