import { DAY_MS } from '@bord/engine/storage';

/** Timeouts for the database in milliseconds, on the server and on the client. */
export interface PgLimits {
  /** For a connection: until it is open, or one of the pool is free. Defaults to 2000. */
  readonly connectMs: number;
  /** For one lock, on the server. Defaults to 3000. */
  readonly lockMs: number;
  /** For one statement, on the server. Defaults to 8000. */
  readonly statementMs: number;
  /** For an idle transaction of this process, before the server ends it. Defaults to 5000. */
  readonly idleMs: number;
  /** For the answer to a statement, on the client: longer than the limit on the server. Defaults to 10,000. */
  readonly silenceMs: number;
}

const DEFAULTS: PgLimits = {
  connectMs: 2000,
  lockMs: 3000,
  statementMs: 8000,
  idleMs: 5000,
  silenceMs: 10_000,
};

/** The given limits with defaults for the rest. Throws unless each is a whole number from 1 to the milliseconds of a day; 0 would mean no limit. */
export function limitsOf(given: Partial<PgLimits> = {}): PgLimits {
  const limits = { ...DEFAULTS, ...given };
  for (const [name, ms] of Object.entries(limits)) {
    if (!Number.isInteger(ms) || ms < 1 || ms > DAY_MS)
      throw new TypeError(`limits.${name} must be from 1 to ${DAY_MS} milliseconds`);
  }
  return limits;
}

/**
 * Starts a transaction with limited waits, in one message. READ COMMITTED is explicit: stricter levels would read a snapshot that is older than the
 * locks.
 *
 * Every statement runs in such a transaction. Behind a PgBouncer in transaction mode, session settings would be lost or affect other programs, and
 * PgBouncer rejects them as connection parameters.
 */
export function beginWithin({ lockMs, statementMs, idleMs }: PgLimits): string {
  return [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
  ].join('; ');
}
