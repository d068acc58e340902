import { BookingError } from '@bord/engine/storage';
import pRetry from 'p-retry';

/** The database could not be reached, or has not answered. The statement might have been executed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** If no address of a host answers, the driver's error has a code and no message. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : 'cannot be reached');
}

/** The answer to COMMIT was lost: the transaction was committed, rolled back, or is still running. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super('the answer to COMMIT was lost', { cause });
  }
}

/** Serialization failure, deadlock, lock or statement timeout, idle transaction timeout. */
const DISTURBED = new Set(['40001', '40P01', '55P03', '57014', '25P03']);

/** The database is unavailable to all clients: starting, stopping, full, a standby, or out of connections. */
const AWAY = /^(?:08|28|3D|53|57P|58|25006)/;

/** The second guard against double booking; no rule should violate it. */
const CONSTRAINT = /^23/;

/** Errors with which the database ends the session, so that the outcome is unknown. */
const ABRUPT = /^(?:08|57P|58|XX|40003)/;

interface DatabaseError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly constraint?: string;
}

/** Detected by fields: a host's pool can use another copy of the driver, with different classes. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** A retry might succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return isDatabaseError(error) && (DISTURBED.has(error.code) || AWAY.test(error.code));
}

export function isRefusal(error: unknown): boolean {
  return isDatabaseError(error) && !ABRUPT.test(error.code);
}

/** A constraint of the schema has rejected a transaction. */
export function isConstraint(error: unknown): boolean {
  return isDatabaseError(error) && CONSTRAINT.test(error.code);
}

/** A unique index has rejected a row: another transaction has written its value. */
export function isTaken(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '23505';
}

/** Another step has concurrently used the same idempotency key, on another date. */
export function isSameKey(error: unknown): boolean {
  return isDatabaseError(error) && error.constraint === 'bookings_idempotency_key';
}

/** The longest time for retries of a waiting caller: an unresponsive host is not asked twice. */
const RETRY_MS = 1500;

/** Retries transient errors a few times, with growing random delays. */
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
 * @param run must be idempotent
 * @param forMs limit in milliseconds; then it rejects with the last error
 * @param onAway called with each reason why the database is unavailable
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

/** Rejects with `unavailable` for errors of the database, otherwise with the error itself. */
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
