/** A request that is malformed. Without zod: what answers errors is loaded before the first request that has to be read. */
import { BookingError } from '@bord/engine';

/** A field at fault, and how. */
export interface FieldFault {
  /** With its way from the top: `partySizes.1`. */
  readonly field: string;
  /** The fault, with the field's name before it. */
  readonly message: string;
}

/** A malformed request with all of its faults; the first is the one that it was refused for. */
export class Malformed extends BookingError {
  readonly faults: readonly FieldFault[];

  constructor({ message, path }: BookingError, faults: readonly FieldFault[]) {
    super('invalid_request', message, path);
    this.faults = faults;
  }
}

/** The engine names a field; where one item of a list is at fault, that item is named: `partySizes.0 must be …`. */
export function textOf({ message, path: [field, item] }: BookingError): string {
  const isOfField = typeof item === 'number' && message.startsWith(`${field} `);
  return isOfField ? message.replace(`${field}`, `${field}.${item}`) : message;
}

/** Why a request carries no key that could be looked up (§5.1). What is wrong with a key that could be is told to nobody. */
export type KeyFault =
  /** No header has one, and the query neither. */
  | 'missing'
  /** `Authorization` is there, without the word Bearer. */
  | 'no_bearer'
  /** A header for the key is there, with nothing in it, or with something in pieces. */
  | 'empty'
  /** It stands in the query, which logs of others keep. */
  | 'in_query'
  /** Two headers have two keys. */
  | 'differing';

/** A request without a key that could be looked up; the code is `key_invalid`. */
export class NoKey extends BookingError {
  readonly fault: KeyFault;

  constructor(fault: KeyFault) {
    super('key_invalid');
    this.fault = fault;
  }
}
