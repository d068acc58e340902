/** Every text that a partner's developer may read. Nobody branches on them (§2.11). */
import type { ErrorCode, Reason } from '@bord/engine';
import type { KeyFault } from './malformed.ts';

/** One for each failure; `invalid_request` tells its own fault. Two are Swedish by contract (D16). */
export const FAILURES = {
  not_cancellable: 'Bokningen är redan avslutad eller markerad som utebliven och kan inte avbokas.',
  not_movable: 'The booking is cancelled, over, or its party is there already: it cannot be moved any more.',
  key_invalid: 'The API key is not valid: it is mistyped, unknown, expired or revoked.',
  scope_missing: 'The API key does not have the scope that this request needs.',
  not_sandbox: 'Only a sandbox key may do this: get one at `/sandbox`.',
  location_forbidden: 'The API key may not see this location.',
  location_list_missing:
    'API-nyckeln saknar en lista över tillåtna restauranger och kan därför varken läsa eller avboka bokningar.',
  booking_not_found: 'There is no such booking.',
  location_not_found: 'There is no such location, or it has no menu.',
  key_not_found: 'There is no such API key.',
  endpoint_not_found: 'There is no such webhook endpoint.',
  event_not_found: 'There is no such event.',
  link_unknown: 'This link is not known, or no longer valid.',
  session_unknown: 'You are not signed in.',
  passkey_refused: 'This passkey was not accepted.',
  sign_in_again: 'This needs a sign-in within the last 10 minutes. Sign in again.',
  role_missing: 'Only a manager of the restaurant may do this.',
  last_manager: 'The restaurant needs a manager: make somebody else one first.',
  staff_not_found: 'There is no such member of staff.',
  changed_meanwhile: 'The booking has been changed meanwhile.',
  too_late: 'It is too late to change this booking online.',
  too_many_holds:
    'The API key has as many holds and waitlist offers here as it can. Confirm or release some first.',
  waitlist_full:
    'As many parties of yours wait for this date as can. Delete an entry first, or join for another date.',
  already_waiting:
    'This e-mail address or telephone number waits for this date already. Delete that entry first, or join for another date.',
  rate_limited: 'The API key has used up its requests for this minute.',
  not_enabled: 'The API is not enabled at the moment. Please try again later.',
  conflict: 'This conflicts with bookings that stand.',
  unavailable:
    'The service cannot answer right now. Please try again, a booking with the same idempotencyKey as before.',
} as const satisfies Record<Exclude<ErrorCode, 'invalid_request'>, string>;

const KEY_HEADERS = '“Authorization: Bearer <key>” or “x-partner-key: <key>”';

/** Why no key was found in a request (401). */
export const KEY_FAULTS = {
  missing: `The API key is missing. Send it in a header: ${KEY_HEADERS}.`,
  no_bearer: `The API key is missing: the header Authorization lacks the word Bearer. Write ${KEY_HEADERS}.`,
  empty: `The API key is missing: its header is there without a key, or with spaces within it. Write ${KEY_HEADERS}; is the variable set that holds the key?`,
  in_query: `The API key stands in the address, which many logs keep. Send it in a header, ${KEY_HEADERS}, and have a key replaced that others may have seen.`,
  differing: 'Two headers carry two different API keys. Send one.',
} as const satisfies Record<KeyFault, string>;

/** Why a booking was refused (409). */
export const REFUSALS = {
  closed: 'The restaurant takes no bookings at this time.',
  too_soon: 'This time has passed, or is too soon to be booked.',
  too_far: 'This time is too far ahead to be booked yet.',
  party_size: 'The restaurant takes no party of this size at this time.',
  last_seating: 'This time is too late: the party could not finish before the restaurant closes.',
  pacing: 'The restaurant takes no more guests at this time.',
  tables: 'No table is free for this party at this time.',
} as const satisfies Record<Reason, string>;

/** A refusal as `closed`, of a time between two slots. */
export const OFF_GRID =
  'No slot starts at exactly this time. Book one of the `alternatives`, or a `slot` of availability.';

export const PATH_UNKNOWN = 'There is nothing at this path.';
export const METHOD_UNKNOWN = 'This path does not know the method.';
export const UNEXPECTED = 'Something went wrong on our side.';
export const NOT_READY = 'The service is not ready.';
export const OVERLOADED = 'The service has too much to do right now. Please try again in a moment.';
export const TOO_MANY_ARRIVING =
  'Too many requests are arriving at once. Please send fewer at a time, and each in one go.';
export const REQUEST_UNREADABLE = 'The request is no well-formed HTTP, or is too large.';
/** The server may have been the one that stood still, so it is worth a second try. */
export const REQUEST_LATE = 'The request took too long to arrive. Please send it again.';
