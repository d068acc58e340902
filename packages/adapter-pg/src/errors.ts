import { BookingError } from '@bord/engine/storage';
import pRetry from 'p-retry';

/** The database could not be reached, or has not answered. What it was asked to do may have been done. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Of a host with several addresses, none of which answers, the driver says nothing but a code. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : 'cannot be reached');
}

/** The answer to COMMIT was lost: the transaction has been saved whole, or not at all, or is still under way. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super('the answer to COMMIT was lost', { cause });
  }
}

/** Serialization failure, deadlock, lock or statement timeout, idle transaction timeout. */
const DISTURBED = new Set(['40001', '40P01', '55P03', '57014', '25P03']);

/** The database is not there for anybody: starting, stopping, full, a standby, or out of connections. */
const AWAY = /^(?:08|28|3D|53|57P|58|25006)/;

/** What the second guard says: no rule should have asked for that. */
const CONSTRAINT = /^23/;

/** An error with which the database ends the session, so that nobody knows how far it got. */
const ABRUPT = /^(?:08|57P|58|XX|40003)/;

interface DatabaseError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly constraint?: string;
}

/** Told by its fields: a host's pool may come from another copy of the driver, whose classes are others. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** The same may well succeed in a moment. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return isDatabaseError(error) && (DISTURBED.has(error.code) || AWAY.test(error.code));
}

export function isRefusal(error: unknown): boolean {
  return isDatabaseError(error) && !ABRUPT.test(error.code);
}

/** A constraint of the schema has refused a transaction. */
export function isConstraint(error: unknown): boolean {
  return isDatabaseError(error) && CONSTRAINT.test(error.code);
}

/** A unique index has refused a row: another transaction has written its value. */
export function isTaken(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '23505';
}

/** Another step has used the same idempotency key meanwhile, on another date. */
export function isSameKey(error: unknown): boolean {
  return isDatabaseError(error) && error.constraint === 'bookings_idempotency_key';
}

/** Nothing that somebody waits for is tried again after so long: a host that does not answer is not asked twice. */
const RETRY_MS = 1500;

/** Tries again what may well succeed in a moment: a few times, at growing and uneven distances. */
export async function withRetry<T>(
  run: () => Promise<T>,
  isWorthwhile: (error: Error, attempt: number) => boolean = isPassing,
  forMs = RETRY_MS,
): Promise<T> {
  return pRetry(run, {
    retries: forMs > RETRY_MS ? Infinity : 6,
    minTimeout: 10,
    maxTimeout: 200,
    randomize: true,
    maxRetryTime: forMs,
    shouldRetry: ({ error, attemptNumber }) => isWorthwhile(error, attemptNumber),
  });
}

/**
 * Runs a function as soon as the database is available. It retries while the database is unreachable, starting, stopping or full, or is a standby
 * that might be promoted. A missing database or user is an immediate error.
 *
 * @param run must do no harm when it is done again
 * @param forMs for so long, in milliseconds; then it rejects with the last error
 * @param onAway is called with each reason why it cannot be used yet
 */
export async function whenThere<T>(
  run: () => Promise<T>,
  forMs: number,
  onAway: (reason: string) => void,
): Promise<T> {
  let last: string | undefined;
  const isWorthwhile = (error: Error): boolean => {
    if (!isAway(error)) return false;
    if (error.message !== last) onAway(error.message);
    last = error.message;
    return true;
  };
  return withRetry(run, isWorthwhile, forMs);
}

function isAway(error: Error): boolean {
  if (!isDatabaseError(error)) return error instanceof ConnectionLost;
  return AWAY.test(error.code) && error.code !== NO_DATABASE;
}

/** `invalid_catalog_name` */
const NO_DATABASE = '3D000';

/** Rejects with `unavailable` where the fault is the database's, with the error itself otherwise. */
export async function mapUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isPassing(error) || error instanceof CommitUnknown ? unavailable(error) : error;
  }
}

export function unavailable(cause: unknown): BookingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new BookingError('unavailable', `the database is not available: ${reason}`), {
    cause,
  });
}
