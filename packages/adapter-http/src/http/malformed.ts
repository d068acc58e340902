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
