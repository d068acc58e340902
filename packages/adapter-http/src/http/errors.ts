/** Answers to failed requests. */
import { STATUS_CODES } from 'node:http';
import { BookingError, type NotAdmittedError } from '@bord/engine';
import { type Answer, type Headers, wholeSeconds } from './answer.ts';
import { ArrivedLate, TooManyArriving } from './read-body.ts';
import type { Exchange } from './exchange.ts';
import { type FieldFault, Malformed, NoKey, textOf } from './malformed.ts';
import { failureAnchor, type FailureCode, FAILURES } from './failure-table.ts';
import { KEY_FAULTS } from './messages.ts';

/** Seconds to wait after a 503: a switched-off service stays off for a while, a database is often back within seconds. */
const RETRY_SECONDS = { not_enabled: 30, unavailable: 2 } as const;

/** The body of every answer with status 400 or above (§2.11); `errorShape` describes it. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly message: string;
  readonly error: string;
  /** The cause, for clients to branch on (D49). */
  readonly code?: string | undefined;
  /** Path and anchor of the documentation of `code`. */
  readonly docs?: string | undefined;
  readonly errors?: readonly FieldFault[] | undefined;
  /** The id of the policy that rejects the request (D51). */
  readonly policy?: string | undefined;
}

export function errorBody(code: FailureCode, message: string = FAILURES[code].message): ErrorBody {
  const { status: statusCode } = FAILURES[code];
  const error = STATUS_CODES[statusCode] ?? 'Error';
  return { statusCode, message, error, code, docs: `/docs#${failureAnchor(code)}` };
}

export function errorAnswer(code: FailureCode, headers: Headers = [], message?: string): Answer {
  return { status: FAILURES[code].status, body: errorBody(code, message), headers };
}

/** HEAD is answered wherever GET is. */
export const READING = ['GET', 'HEAD'] as const;

export function wrongMethod(methods: readonly string[]): Answer {
  return errorAnswer('method_not_allowed', ['allow', methods.join(', ')]);
}

/** The answer to an error. Unexpected errors are a 500 without details. They and unavailable storage are passed to `report`. */
export function failureAnswer(
  error: unknown,
  exchange: Exchange,
  report: (error: unknown, requestId: string) => void,
): Answer {
  if (error instanceof TooManyArriving) return errorAnswer('too_many_arriving', ['retry-after', '1']);
  if (error instanceof ArrivedLate) return errorAnswer('arrived_late', ['retry-after', '1']);
  if (!BookingError.is(error)) {
    report(error, exchange.requestId);
    return errorAnswer('unexpected');
  }
  const { code } = error;
  if (code === 'unavailable') report(error, exchange.requestId);
  const body = errorBody(code, messageOf(error));
  const full =
    error instanceof Malformed ? { ...body, errors: error.faults } : { ...body, ...policyOf(error) };
  return { status: body.statusCode, body: full, headers: headersOf(error, exchange) };
}

/** By code, not by class: errors of another copy of the engine have different classes. */
function policyOf(error: BookingError): Pick<ErrorBody, 'policy'> {
  return error.code === 'not_admitted' ? { policy: (error as NotAdmittedError).rejected.policy } : {};
}

function messageOf(error: BookingError): string {
  if (error instanceof NoKey) return KEY_FAULTS[error.fault];
  const { code, path } = error;
  if (code === 'invalid_request') return textOf(error);
  const isOwn = code === 'missing_scope' || code === 'not_admitted';
  const message = isOwn ? error.message : FAILURES[code].message;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function headersOf({ code, retryMs }: BookingError, { rate }: Exchange): Headers {
  if (code === 'key_invalid') return ['www-authenticate', 'Bearer'];
  if (code === 'rate_limited')
    return ['retry-after', `${Math.max(1, wholeSeconds(retryMs ?? rate?.resetMs ?? 0))}`];
  if (typeof retryMs === 'number') return ['retry-after', `${Math.max(1, wholeSeconds(retryMs))}`];
  if (code === 'not_enabled' || code === 'unavailable') return ['retry-after', `${RETRY_SECONDS[code]}`];
  return [];
}
