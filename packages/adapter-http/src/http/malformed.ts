/** Malformed requests. Without zod, because error answers are loaded before the first request that must be parsed. */
import { BookingError } from '@bord/engine';

export interface FieldFault {
  /** The path from the top: `partySizes.1`. */
  readonly field: string;
  /** The fault, starting with the name of the field. */
  readonly message: string;
}

/** A malformed request with all its faults; the first one is the message. */
export class Malformed extends BookingError {
  readonly faults: readonly FieldFault[];

  constructor({ message, path }: BookingError, faults: readonly FieldFault[]) {
    super('invalid_request', message, path);
    this.faults = faults;
  }
}

/** The engine names a field; if one item of a list is invalid, that item is named: `partySizes.0 must be …`. */
export function textOf({ message, path: [field, item] }: BookingError): string {
  const isOfField = typeof item === 'number' && message.startsWith(`${field} `);
  return isOfField ? message.replace(`${field}`, `${field}.${item}`) : message;
}

/** Why a request has no key that can be looked up (§5.1). Faults of a key that was looked up are not disclosed. */
export type KeyFault =
  /** The headers and the query have none. */
  | 'missing'
  /** `Authorization` is present without the word Bearer. */
  | 'no_bearer'
  /** A header for the key is present, but empty or with spaces in the key. */
  | 'empty'
  /** It is in the query, which other systems log. */
  | 'in_query'
  /** Two headers have different keys. */
  | 'differing';

/** A request without a key that can be looked up; the code is `key_invalid`. */
export class NoKey extends BookingError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault) {
    super('key_invalid');
    this.fault = fault;
  }
}
