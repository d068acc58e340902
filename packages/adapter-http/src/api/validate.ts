import { BookingError } from '@bord/engine';
import type { z } from 'zod';

/** What was sent, in the shape of the schema; throws `invalid_request` that names the first field at fault, and its fault. */
export function validate<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const result = schema.safeParse(sent, { error: faultOf });
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  const fieldPath = path.map((step) => (typeof step === 'symbol' ? String(step) : step));
  throw new BookingError('invalid_request', `${fieldPath.join('.') || 'the body'} ${message}`, fieldPath);
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
  return 'must be a whole number'; // all else that the schemas ask for
}
