/** The only place that knows which failure has which status. */
import { STATUS_CODES } from 'node:http';
import { BookingError, type ErrorCode } from '@bord/engine';
import { type Answer, type Headers, wholeSeconds } from './answer.ts';
import { ArrivedLate, TooManyArriving } from './read-body.ts';
import type { Exchange } from './exchange.ts';
import { type FieldFault, Malformed, NoKey, textOf } from './malformed.ts';
import { FAILURES, KEY_FAULTS, REQUEST_LATE, TOO_MANY_ARRIVING, UNEXPECTED } from './messages.ts';

const STATUS = {
  invalid_request: 400,
  not_cancellable: 400,
  not_movable: 400,
  key_invalid: 401,
  scope_missing: 403,
  not_sandbox: 403,
  location_forbidden: 403,
  location_list_missing: 403,
  booking_not_found: 404,
  location_not_found: 404,
  key_not_found: 404,
  endpoint_not_found: 404,
  event_not_found: 404,
  link_unknown: 404,
  session_unknown: 401,
  passkey_refused: 401,
  sign_in_again: 403,
  role_missing: 403,
  last_manager: 409,
  staff_not_found: 404,
  changed_meanwhile: 409,
  waitlist_full: 409,
  already_waiting: 409,
  too_late: 409,
  conflict: 409,
  rate_limited: 429,
  too_many_holds: 429,
  not_enabled: 503,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

/** Seconds to wait after a 503: an operator's switch takes a while, a database is often back at once. */
const RETRY_SECONDS = { not_enabled: 30, unavailable: 2 } as const;

/** The shape of every answer from 400 on (§2.11); `errorShape` describes it. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly message: string;
  readonly error: string;
  readonly errors?: readonly FieldFault[] | undefined;
}

export function errorBody(statusCode: number, message: string): ErrorBody {
  return { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
}

export function errorAnswer(status: number, message: string, headers: Headers = []): Answer {
  return { status, body: errorBody(status, message), headers };
}

/** The answer to what was thrown. An unexpected error is a 500 without details; it, and unavailable storage, goes to `report`. */
export function failureAnswer(
  error: unknown,
  exchange: Exchange,
  report: (error: unknown, requestId: string) => void,
): Answer {
  if (error instanceof TooManyArriving) return errorAnswer(429, TOO_MANY_ARRIVING, ['retry-after', '1']);
  if (error instanceof ArrivedLate) return errorAnswer(503, REQUEST_LATE, ['retry-after', '1']);
  if (!BookingError.is(error)) {
    report(error, exchange.requestId);
    return errorAnswer(500, UNEXPECTED);
  }
  const { code } = error;
  if (code === 'unavailable') report(error, exchange.requestId);
  const status = STATUS[code];
  const body = errorBody(status, messageOf(error));
  const full = error instanceof Malformed ? { ...body, errors: error.faults } : body;
  return { status, body: full, headers: headersOf(error, exchange) };
}

function messageOf(error: BookingError): string {
  if (error instanceof NoKey) return KEY_FAULTS[error.fault];
  if (error.code === 'invalid_request') return textOf(error);
  const { path } = error;
  return path.length === 0 ? FAILURES[error.code] : `${path.join('.')}: ${FAILURES[error.code]}`;
}

function headersOf({ code, retryMs }: BookingError, { rate }: Exchange): Headers {
  if (code === 'key_invalid') return ['www-authenticate', 'Bearer'];
  if (code === 'rate_limited')
    return ['retry-after', `${Math.max(1, wholeSeconds(retryMs ?? rate?.resetMs ?? 0))}`];
  if (typeof retryMs === 'number') return ['retry-after', `${Math.max(1, wholeSeconds(retryMs))}`];
  if (code === 'not_enabled' || code === 'unavailable') return ['retry-after', `${RETRY_SECONDS[code]}`];
  return [];
}
