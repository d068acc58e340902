import { BookingError } from '@bord/engine';
import { ArrivedLate, TooManyArriving } from './read-body.ts';
import { Malformed } from './malformed.ts';

/** Why a request failed, for a log: names only, without any input. */
export interface RequestFailure {
  /** Such as `invalid_request`, `key_invalid`, `missing_scope`, `rate_limited`; `unexpected` for an internal error. */
  readonly code: string;
  /** For a 400 the paths of the invalid fields (`partySizes.1`), or `body`; empty if no field is invalid. */
  readonly fields: readonly string[];
  /** For a 401 the fault of the key, such as `missing`, `malformed`, `unknown`, `revoked`, `expired`; for a body such as `not_json`. */
  readonly cause: string | null;
}

export interface RejectedKey {
  readonly keyId: string;
  readonly partner: string;
}

/** Records the parts of an error that can be logged. */
export function noteFailure(
  error: unknown,
  exchange: { failure: RequestFailure | null; rejectedKey: RejectedKey | null },
): void {
  exchange.failure = failureOf(error);
  exchange.rejectedKey = rejectedKeyOf(error);
}

function failureOf(error: unknown): RequestFailure {
  if (!BookingError.is(error)) return { code: codeOf(error), fields: [], cause: null };
  return {
    code: error.code,
    fields: error.code === 'invalid_request' ? fieldsOf(error) : [],
    cause: (error as Details).fault ?? null,
  };
}

/** The key for which a request was rejected; null if the key is unknown. */
function rejectedKeyOf(error: unknown): RejectedKey | null {
  if (!BookingError.is(error)) return null;
  const { keyId, partner } = error as Details;
  return keyId && partner ? { keyId, partner } : null;
}

/** Properties of the errors for a missing or rejected key, and for an unreadable body. */
interface Details extends BookingError {
  readonly fault?: string;
  readonly keyId?: string | null;
  readonly partner?: string | null;
}

function codeOf(error: unknown): string {
  if (error instanceof TooManyArriving) return 'too_many_arriving';
  return error instanceof ArrivedLate ? 'arrived_late' : 'unexpected';
}

/** Names of schema fields and list positions; all other text might be input. */
const NAMED = /^[\w.]{1,80}$/;

function fieldsOf(error: BookingError): readonly string[] {
  const fields = error instanceof Malformed ? error.faults.map(({ field }) => field) : [error.path.join('.')];
  return fields.map((field) => (field === '' ? 'body' : NAMED.test(field) ? field : '…'));
}
