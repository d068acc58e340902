import { BookingError } from '@bord/engine';
import { ArrivedLate, TooManyArriving } from './read-body.ts';
import { Malformed } from './malformed.ts';

/** Why a request failed, for a log: names alone, and nothing that somebody has sent. */
export interface RequestFailure {
  /** Such as `invalid_request`, `key_invalid`, `missing_scope`, `rate_limited`; `unexpected` for a fault of ours. */
  readonly code: string;
  /** Of a 400 the fields at fault, with their way from the top (`partySizes.1`), or `body`; empty where no field is at fault. */
  readonly fields: readonly string[];
  /** Of a 401 what is wrong with the key, such as `missing`, `malformed`, `unknown`, `revoked`, `expired`; of a body such as `not_json`. */
  readonly cause: string | null;
}

/** A key that was once good. */
export interface RejectedKey {
  readonly keyId: string;
  readonly partner: string;
}

/** Notes what a log can know of an error that was thrown while a request was worked on. */
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

/** The key for which a request was rejected; null where there is no such key. */
function rejectedKeyOf(error: unknown): RejectedKey | null {
  if (!BookingError.is(error)) return null;
  const { keyId, partner } = error as Details;
  return keyId && partner ? { keyId, partner } : null;
}

/** Of the errors for a missing or a rejected key, and for a body that cannot be read. */
interface Details extends BookingError {
  readonly fault?: string;
  readonly keyId?: string | null;
  readonly partner?: string | null;
}

function codeOf(error: unknown): string {
  if (error instanceof TooManyArriving) return 'too_many_arriving';
  return error instanceof ArrivedLate ? 'arrived_late' : 'unexpected';
}

/** Names of the schemas and places in lists; anything else would be somebody's. */
const NAMED = /^[\w.]{1,80}$/;

function fieldsOf(error: BookingError): readonly string[] {
  const fields = error instanceof Malformed ? error.faults.map(({ field }) => field) : [error.path.join('.')];
  return fields.map((field) => (field === '' ? 'body' : NAMED.test(field) ? field : '…'));
}
