/** All faults of a request, field by field, so that a developer can fix them in one step. */
import { BookingError, parseInstant } from '@bord/engine';
import { assertDate, assertEmail, assertText } from '@bord/engine/adapters';
import * as z from 'zod';
import type { Sent } from '../http/ignored-fields.ts';
import { type FieldFault, Malformed, textOf } from '../http/malformed.ts';
import type { JsonSchema } from './open-api.ts';

/** The number of faults in an answer. */
const FAULTS_MAX = 20;

export function firstFault({ issues }: z.ZodError): BookingError {
  const { path, message } = issues[0]!;
  const fieldPath = path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  return new BookingError('invalid_request', `${fieldPath.join('.') || 'the body'} ${message}`, fieldPath);
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A fault of type or presence, without the name of its field. */
export function faultOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${NOUNS[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.filter((value) => value !== '').join(', ')}`;
  return 'must be a whole number'; // all other rules of the schemas
}

/** The error of a request, with the faults of its other fields. Faults of the whole body, such as a body that is not an object, have no fields. */
export function withAllFaults(error: BookingError, parts: readonly Sent[]): BookingError {
  if (error.code !== 'invalid_request' || error.path.length === 0) return error;
  const first = { field: error.path.join('.'), message: textOf(error) };
  const others = parts.flatMap(faultsIn).filter(({ field }) => field !== first.field);
  return new Malformed(error, [first, ...others].slice(0, FAULTS_MAX));
}

function faultsIn({ schema, value }: Sent): readonly FieldFault[] {
  if (typeof value !== 'object' || value === null) return [];
  const { error } = schema.safeParse(value, { error: faultOf });
  const malformed = (error?.issues ?? [])
    .filter(({ path }) => path.length > 0)
    .map(({ path, message }) => ({ path: path.join('.'), top: path[0], message }));
  const { properties = {} } = shapeOf(schema);
  return Object.entries(properties).flatMap(([name, shape]) => {
    const own = malformed.filter(({ top }) => top === name);
    if (own.length > 0)
      return own.map(({ path, message }) => ({ field: path, message: `${path} ${message}` }));
    return limitFaults(name, shape, (value as Record<string, unknown>)[name]);
  });
}

const shapes = new WeakMap<z.ZodType, JsonSchema>();

/** The limits of a schema, which the engine checks. */
function shapeOf(schema: z.ZodType): JsonSchema {
  let shape = shapes.get(schema);
  if (!shape) {
    shape = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema;
    shapes.set(schema, shape);
  }
  return shape;
}

/** Faults of a value of the right type. */
function limitFaults(field: string, shape: JsonSchema, value: unknown): readonly FieldFault[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = shape;
    if (value.length < minItems || value.length > maxItems)
      return [
        {
          field,
          message: `${field} has ${value.length} items; it must have from ${minItems} to ${maxItems}`,
        },
      ];
    return items ? value.flatMap((item, i) => limitFaults(`${field}.${i}`, items, item)) : [];
  }
  const message = shape.type === 'integer' ? numberFault(shape, value) : textFault(field, shape, value);
  return message === null
    ? []
    : [{ field, message: message.startsWith(field) ? message : `${field} ${message}` }];
}

/** In a query a number is text. */
function numberFault({ minimum = 1, maximum }: JsonSchema, value: unknown): string | null {
  const number = Number(value);
  const isSafe = Number.isSafeInteger(number) && number <= Number.MAX_SAFE_INTEGER;
  if (isSafe && number >= minimum && number <= (maximum ?? number)) return null;
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return `must be a whole number, ${isBounded ? `from ${minimum} to ${maximum}` : `${minimum} or more`}`;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function textFault(field: string, { format, minLength = 0, maxLength }: JsonSchema, value: unknown) {
  if (typeof value !== 'string') return null;
  if (format === 'date-time') return parseInstant(value) === null ? `must be ${INSTANT}` : null;
  if (format === 'uuid') return UUID.test(value) ? null : 'must be a UUID';
  return thrownBy(() => {
    if (format === 'date') assertDate(field, value);
    else if (format === 'idn-email') assertEmail(field, value, maxLength!);
    else if (maxLength !== undefined && (minLength > 0 || value.trim() !== ''))
      assertText(field, value, maxLength);
  });
}

/** The required form of a time. */
const INSTANT = 'an RFC 3339 date-time with an offset, such as 2026-12-01T18:00:00Z';

/** For the time of a visit. */
export const NO_OFFSET = `startsAt must be ${INSTANT}`;

/** The instant in a field; throws `invalid_request` unless it is an RFC 3339 date-time with an offset (D6). */
export function instantIn(field: string, sent: string): number {
  const ms = parseInstant(sent);
  if (ms === null) throw new BookingError('invalid_request', `${field} must be ${INSTANT}`, [field]);
  return ms;
}

function thrownBy(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!BookingError.is(error)) throw error;
    return error.message;
  }
}
