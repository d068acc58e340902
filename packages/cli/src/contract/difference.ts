/** The failure of a contract case in words: the differences, not both values in full. */
import { AssertionError } from 'node:assert';
import { inspect, isDeepStrictEqual } from 'node:util';

interface Difference {
  /** `[3].guest.name`; empty for the value as a whole. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

export interface FailedCase {
  /** The case's explanation; null without one. */
  readonly because: string | null;
  readonly differences: readonly Difference[];
  /** The source line of the failure: `…/contract/booking-cases.ts:185`. Null if it is unknown. */
  readonly where: string | null;
}

/** Further differences add no information. */
const DIFFERENCES_MAX = 5;
const LENGTH_MAX = 200;

export function failedCase(thrown: unknown): FailedCase {
  const where = whereOf(thrown);
  if (!(thrown instanceof AssertionError))
    return { because: null, differences: [{ at: '', expected: 'no error', got: errorText(thrown) }], where };
  const { actual, expected, operator, message, generatedMessage } = thrown as AssertionError & {
    readonly generatedMessage: boolean;
  };
  if (operator === 'rejects')
    return {
      because: /: (.+)$/s.exec(message)?.[1] ?? null,
      differences: [{ at: '', expected: 'it is refused', got: 'it was done' }],
      where,
    };
  const because = generatedMessage ? null : message;
  if (actual instanceof Error)
    return { because, differences: [{ at: '', expected: text(expected), got: errorText(actual) }], where };
  return { because, differences: differencesOf(expected, actual), where };
}

/** Where two values differ, the first of it. */
function differencesOf(expected: unknown, got: unknown, at = ''): Difference[] {
  if (isDeepStrictEqual(expected, got)) return [];
  const isAlike = isRecord(expected) && isRecord(got) && Array.isArray(expected) === Array.isArray(got);
  if (!isAlike || (Array.isArray(expected) && lengthOf(expected) !== lengthOf(got)))
    return [{ at, expected: text(expected), got: text(got) }];
  const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])];
  const found = keys.flatMap((key) => differencesOf(expected[key], got[key], pathTo(at, key, expected)));
  // Of the same fields and still not the same, such as two classes.
  if (found.length === 0) return [{ at, expected: text(expected), got: text(got) }];
  return found.slice(0, DIFFERENCES_MAX);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
}

function lengthOf(value: unknown): number {
  return (value as readonly unknown[]).length;
}

function pathTo(at: string, key: string, of: object): string {
  if (Array.isArray(of)) return `${at}[${key}]`;
  return at === '' ? key : `${at}.${key}`;
}

function text(value: unknown): string {
  if (typeof value === 'function') return value.name === '' ? 'something else' : `a ${value.name}`;
  const written = inspect(value, {
    depth: 4,
    breakLength: Infinity,
    maxArrayLength: 20,
    maxStringLength: 80,
  });
  return written.length > LENGTH_MAX ? `${written.slice(0, LENGTH_MAX)}…` : written;
}

/** `TypeError: storage.bookings.amend is not a function` */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `${text(thrown)} was thrown`;
  const { name, message, cause } = thrown;
  const own = message === '' ? name : `${name}: ${message}`;
  return cause === undefined ? own : `${own} (${errorText(cause)})`;
}

/** The first stack line outside of Node and this module. */
function whereOf(thrown: unknown): string | null {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const frames = stack.split('\n').filter((frame) => /^\s+at .*:\d+:\d+\)?$/.test(frame));
  const own = frames.find((frame) => !/\(?node:/.test(frame));
  const [, line = null] = /\(?((?:file:\/\/)?\/?[^()\s]*:\d+):\d+\)?$/.exec(own ?? '') ?? [];
  return line?.replace(/^file:\/\//, '') ?? null;
}
