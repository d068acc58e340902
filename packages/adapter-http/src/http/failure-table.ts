/** The causes of a failed request: status, texts and next step of each. Without zod, so that an early failure loads little. */
import type { ErrorCode } from '@bord/engine';

/** Codes that the engine does not have. A log uses the same codes. */
type ServerCode =
  | 'not_http'
  | 'foreign_page'
  | 'path_not_found'
  | 'method_not_allowed'
  /** A booking, hold or move is rejected with a `reason`. */
  | 'time_unavailable'
  | 'too_many_arriving'
  | 'overloaded'
  | 'arrived_late'
  | 'not_ready';

/** Identifies the cause of a failure in `code` of an error body (D49). */
export type FailureCode = ErrorCode | ServerCode;

interface Failure {
  readonly status: number;
  /** Default of `message` in the body. Two are Swedish by contract (D16). */
  readonly message: string;
  /** For the documentation: what happened. A foreign resource and an unknown one have the same cause. */
  readonly cause: string;
  /** For the documentation: the next step. */
  readonly remedy: string;
}

export const FAILURES: Readonly<Record<FailureCode, Failure>> = {
  invalid_request: {
    status: 400,
    message: 'The request is malformed.',
    cause: 'The path, the query or the body is malformed.',
    remedy: 'Fix the fields that `errors` and `message` name. Do not repeat the same request.',
  },
  not_http: {
    status: 400,
    message: 'The request is not well-formed HTTP, or is too large.',
    cause: 'The request is not well-formed HTTP, or its headers are too large.',
    remedy: 'Fix the HTTP client or the proxy that sends the request.',
  },
  not_cancellable: {
    status: 400,
    message: 'Bokningen är redan avslutad eller markerad som utebliven och kan inte avbokas.',
    cause: 'The booking is completed or marked as a no-show.',
    remedy: 'Do not repeat. If the state is wrong, ask the restaurant to correct it.',
  },
  not_movable: {
    status: 400,
    message: 'The booking is cancelled, over, or its party is there already: it cannot be moved any more.',
    cause: 'The booking is cancelled or over, or its party has arrived.',
    remedy: 'Read the booking. Make a new booking if the guest wants another time.',
  },
  key_invalid: {
    status: 401,
    message: 'The API key is not valid: it is mistyped, unknown, expired or revoked.',
    cause: 'The API key is missing, mistyped, unknown, expired or revoked.',
    remedy:
      'Send a valid API key in one header, as `message` describes. Ask the operator for a new one if needed.',
  },
  session_unknown: {
    status: 401,
    message: 'You are not signed in.',
    cause: 'The session has ended or expired, or does not exist.',
    remedy: 'Sign in again.',
  },
  passkey_refused: {
    status: 401,
    message: 'This passkey was not accepted.',
    cause: 'The passkey is unknown, or its signature is wrong.',
    remedy: 'Use another passkey, or sign in by e-mail.',
  },
  missing_scope: {
    status: 403,
    message: 'The API key does not have the scope `bookings:write` that this request needs.',
    cause: 'The API key does not have the scope that `message` names.',
    remedy: 'Ask the operator for an API key with this scope.',
  },
  not_sandbox: {
    status: 403,
    message: 'Only a sandbox key may do this: get one at `/sandbox`.',
    cause: 'The operation is available for sandbox keys only.',
    remedy: 'Use a sandbox key, which `/sandbox` issues.',
  },
  location_forbidden: {
    status: 403,
    message: 'The API key may not see this location.',
    cause: 'The location does not exist, or is not on the list of the API key.',
    remedy: 'Check the location id. Ask the operator to add the location to the API key.',
  },
  location_list_missing: {
    status: 403,
    message:
      'API-nyckeln saknar en lista över tillåtna restauranger och kan därför varken läsa eller avboka bokningar.',
    cause: 'The API key has no list of locations. It can book, but cannot read or cancel bookings.',
    remedy: 'Ask the operator for an API key with a list of locations.',
  },
  sign_in_again: {
    status: 403,
    message: 'This needs a sign-in within the last 10 minutes. Sign in again.',
    cause: 'The action needs a sign-in within the last 10 minutes.',
    remedy: 'Sign in again, then repeat the action.',
  },
  role_missing: {
    status: 403,
    message: 'Only a manager of the restaurant may do this.',
    cause: 'The action needs the role manager.',
    remedy: 'Ask a manager of the restaurant.',
  },
  foreign_page: {
    status: 403,
    message: 'The request comes from a page of another site.',
    cause: 'The browser sent the form from a page of another site.',
    remedy: 'Open the page on this server, and send the form again.',
  },
  booking_not_found: {
    status: 404,
    message: 'The booking does not exist.',
    cause: 'The booking does not exist, or the API key cannot see it.',
    remedy: 'Check the booking id, and that the API key belongs to the partner that booked.',
  },
  hold_not_found: {
    status: 404,
    message: 'The hold does not exist.',
    cause: 'The hold does not exist, or the API key cannot see it.',
    remedy: 'Check the hold id. Place a new hold if it is lost.',
  },
  waitlist_entry_not_found: {
    status: 404,
    message: 'The waitlist entry does not exist.',
    cause: 'The waitlist entry does not exist, or the API key cannot see it.',
    remedy: 'Check the entry id. Join the waitlist again if it is lost.',
  },
  location_not_found: {
    status: 404,
    message: 'The location does not exist, or it has no menu.',
    cause: 'The location does not exist, or has no menu.',
    remedy: 'Check the location id. Ask the restaurant if it has a menu.',
  },
  key_not_found: {
    status: 404,
    message: 'The API key does not exist.',
    cause: 'The API key does not exist.',
    remedy: 'Check the id of the API key.',
  },
  endpoint_not_found: {
    status: 404,
    message: 'The webhook endpoint does not exist.',
    cause: 'The webhook endpoint does not exist, or its listening session has ended.',
    remedy: 'Check the id of the endpoint, or start `bord webhooks listen` again.',
  },
  event_not_found: {
    status: 404,
    message: 'The event does not exist.',
    cause: 'The webhook endpoint has no delivery of this event.',
    remedy: 'Check the ids of the event and of the endpoint.',
  },
  link_unknown: {
    status: 404,
    message: 'This link is not known, or no longer valid.',
    cause: 'The link is unknown, expired or used.',
    remedy: 'Open the link of the latest e-mail, or request a new one.',
  },
  staff_not_found: {
    status: 404,
    message: 'The member of staff does not exist.',
    cause: 'The member of staff does not exist at this restaurant.',
    remedy: 'Check the id or the e-mail address.',
  },
  path_not_found: {
    status: 404,
    message: 'The path does not exist.',
    cause: 'No operation has this path.',
    remedy: 'Check the URL, also for an additional slash at its end.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The path does not support the method.',
    cause: 'The path does not support the method.',
    remedy: 'Use a method that the header `Allow` lists.',
  },
  time_unavailable: {
    status: 409,
    message: 'The time is not available.',
    cause: 'The time is not available for this party. `reason` gives the rule.',
    remedy: 'Offer `alternatives`, or read availability again.',
  },
  waitlist_full: {
    status: 409,
    message:
      'As many parties of yours wait for this date as can. Delete an entry first, or join for another date.',
    cause: 'The partner has as many waiting entries for this service date as are allowed.',
    remedy: 'Delete an entry first, or join for another date.',
  },
  already_waiting: {
    status: 409,
    message:
      'This e-mail address or telephone number waits for this date already. Delete that entry first, or join for another date.',
    cause: 'A waiting entry for this service date has the same e-mail address or telephone number.',
    remedy: 'Delete that entry first, or join for another date.',
  },
  not_admitted: {
    status: 409,
    message: 'The terms of the restaurant do not allow any time between `from` and `to`.',
    cause:
      'A policy of the operator’s system rejects every start between `from` and `to`. `policy` names it.',
    remedy: 'Show `message` to the guest, or join for other times.',
  },
  last_manager: {
    status: 409,
    message: 'The restaurant needs a manager: make somebody else one first.',
    cause: 'The restaurant would be without a manager.',
    remedy: 'Give another member of staff the role manager first.',
  },
  changed_meanwhile: {
    status: 409,
    message: 'The booking has changed since it was read.',
    cause: 'The booking changed after it was read.',
    remedy: 'Read the booking again, then decide again.',
  },
  too_late: {
    status: 409,
    message: 'It is too late to change this booking online.',
    cause: 'The change deadline of the booking has passed.',
    remedy: 'Call the restaurant.',
  },
  conflict: {
    status: 409,
    message: 'This conflicts with existing bookings.',
    cause: 'The change conflicts with existing bookings or with the current state.',
    remedy: 'Read the current state, resolve the conflict, then repeat.',
  },
  rate_limited: {
    status: 429,
    message: 'The API key has used up its requests for this minute.',
    cause: 'The API key, or the network address of a page, has used its requests for this minute.',
    remedy: 'Wait `Retry-After` seconds, then repeat.',
  },
  too_many_holds: {
    status: 429,
    message:
      'The API key has as many holds and waitlist offers here as it can. Confirm or release some first.',
    cause: 'The API key has as many live holds and waitlist offers at this location as are allowed.',
    remedy: 'Confirm or release a hold, or wait `Retry-After` seconds.',
  },
  too_many_arriving: {
    status: 429,
    message: 'Too many requests are arriving concurrently. Send fewer at a time, each without pauses.',
    cause: 'One sender has too many requests whose bodies have not fully arrived.',
    remedy: 'Send fewer requests at a time, each without pauses.',
  },
  unexpected: {
    status: 500,
    message: 'Something went wrong on our side.',
    cause: 'The server has a fault.',
    remedy: 'Repeat once. If it fails again, report `x-request-id` to the operator.',
  },
  not_enabled: {
    status: 503,
    message: 'The API is not enabled at the moment. Please try again later.',
    cause: 'The operator has switched the API off.',
    remedy: 'Wait `Retry-After` seconds, then repeat.',
  },
  unavailable: {
    status: 503,
    message:
      'The service cannot answer right now. Please try again, a booking with the same idempotencyKey as before.',
    cause: 'The database does not answer. It is unknown whether a change was made.',
    remedy: 'Wait `Retry-After` seconds. Repeat a booking with the same `idempotencyKey`.',
  },
  overloaded: {
    status: 503,
    message: 'The service has too much to do right now. Please try again in a moment.',
    cause: 'The server is overloaded and rejected the request before it started.',
    remedy: 'Wait `Retry-After` seconds, then repeat.',
  },
  arrived_late: {
    status: 503,
    message: 'The request took too long to arrive. Please send it again.',
    cause: 'The request did not arrive completely within the time limit.',
    remedy: 'Wait `Retry-After` seconds, then send the request again.',
  },
  not_ready: {
    status: 503,
    message: 'The service is not ready.',
    cause: 'The server is starting or stopping, or its database does not answer.',
    remedy: 'Wait `Retry-After` seconds. Send requests to another server if there is one.',
  },
};

export const FAILURE_CODES = Object.keys(FAILURES) as readonly FailureCode[];

export function failureAnchor(code: FailureCode): string {
  return `error-${code}`;
}
