import { DAY_MS } from '@bord/engine/storage';

/** Timeouts for the database in milliseconds, on the server and on the client. */
export interface PgLimits {
  /** For a connection: until it is established or one of the pool is free. Defaults to 2000. */
  readonly connectMs: number;
  /** For one lock, on the server. Defaults to 3000. */
  readonly lockMs: number;
  /** For one statement, on the server. Defaults to 8000. */
  readonly statementMs: number;
  /** For this process in the midst of a transaction, before the server ends it. Defaults to 5000. */
  readonly idleMs: number;
  /** For the answer to a statement, on this side: longer than it may take on the server. Defaults to 10,000. */
  readonly silenceMs: number;
}

const DEFAULTS: PgLimits = {
  connectMs: 2000,
  lockMs: 3000,
  statementMs: 8000,
  idleMs: 5000,
  silenceMs: 10_000,
};

/** The defaults but for what is given. Throws for what is no whole number from 1 to a day, 0 included: that would be no limit at all. */
export function limitsOf(given: Partial<PgLimits> = {}): PgLimits {
  const limits = { ...DEFAULTS, ...given };
  for (const [name, ms] of Object.entries(limits)) {
    if (!Number.isInteger(ms) || ms < 1 || ms > DAY_MS)
      throw new TypeError(`limits.${name} must be from 1 to ${DAY_MS} milliseconds`);
  }
  return limits;
}

/**
 * Begins a transaction whose waiting has an end, in one message. READ COMMITTED whatever the database's default is: under a stricter
 * level what is read would be older than the locks.
 *
 * Every statement runs in such a transaction. Settings of a session would be lost behind a PgBouncer in transaction mode, or meet
 * another program's transaction there; and with the connection they cannot be sent, since PgBouncer refuses them.
 */
export function beginWithin({ lockMs, statementMs, idleMs }: PgLimits): string {
  return [
    'BEGIN ISOLATION LEVEL READ COMMITTED',
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
  ].join('; ');
}
