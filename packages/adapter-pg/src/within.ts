/** A transaction of the host: Bord's changes are committed with the host's rows, or not at all. */
import { BookingError } from '@bord/engine/storage';
import type { Connection, LimitedPool, Query, Statement } from './connection.ts';
import { isDatabaseError, mapUnavailable, unavailable } from './errors.ts';
import { limitClient } from './host-pool.ts';
import type { PgLimits } from './timeouts.ts';
import type { PgPoolClient } from './source.ts';
import { ask } from './transaction.ts';

/** Steps of Bord in the transaction of a host. */
export interface HostTransaction {
  /** Each of its transactions is a savepoint of the host's, one at a time. */
  readonly pool: LimitedPool;
  /** Keeps the changes, runs a last statement, and restores the host's limits. */
  keep(last: Statement | null): Promise<void>;
  /** Undoes the changes. The host's transaction stays usable. */
  undo(): Promise<void>;
  /** The client is not used any more. */
  end(): void;
}

interface Settings {
  readonly isolation: string;
  readonly isReadOnly: boolean;
  readonly lock: string;
  readonly statement: string;
}

/** Shorter limits of the host are kept. */
const SETTINGS = `
  SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement`;
const SHORTEN = `
  SELECT set_config(name, ms || 'ms', true) FROM unnest($1::text[], $2::integer[]) AS s (name, ms)
  WHERE current_setting(name) = '0' OR current_setting(name)::interval > ms * interval '1 ms'`;
const RESTORE = `SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`;

const LEFT =
  'a statement of the host has failed, or the transaction was ended before work was over: roll it back and try again';

/** `no_active_sql_transaction` and `in_failed_sql_transaction`. */
const FAULTS: Readonly<Record<string, string>> = {
  '25P01': 'the client has no open transaction: run BEGIN before engine.within',
  '25P02': 'the transaction of the client has failed: run ROLLBACK, and begin again',
};

/**
 * Starts to work in the transaction of a client.
 * @throws BookingError `invalid_request` when it is not a client with an open transaction at READ COMMITTED that can write
 */
export async function hostTransaction(handle: unknown, limits: PgLimits): Promise<HostTransaction> {
  const session = limitClient(clientOf(handle), limits.silenceMs, () => undefined);
  const query: Query = (text, values) => ask(session, text, values);
  let settings: Settings;
  try {
    await query('SAVEPOINT bord_within');
    [settings] = (await query<Settings>(SETTINGS)) as [Settings];
    assertFit(settings);
    await query(SHORTEN, [
      ['lock_timeout', 'statement_timeout'],
      [limits.lockMs, limits.statementMs],
    ]);
  } catch (error) {
    session.release(false);
    const fault = isDatabaseError(error) ? FAULTS[error.code] : undefined;
    if (fault !== undefined) fail(fault);
    return mapUnavailable(Promise.reject(error as Error));
  }
  let isOver = false;
  return {
    pool: savepoints(session, () => isOver),
    async keep(last) {
      try {
        if (last) await query(last.text, last.values);
        await query(RESTORE, [settings.lock, settings.statement]);
        await query('RELEASE SAVEPOINT bord_within');
      } catch (error) {
        if (isDatabaseError(error)) fail(LEFT);
        throw unavailable(error);
      }
    },
    async undo() {
      try {
        await query('ROLLBACK TO SAVEPOINT bord_within; RELEASE SAVEPOINT bord_within');
      } catch {
        // The connection or the transaction has ended, and with it the changes.
      }
    },
    end() {
      isOver = true;
      session.release(false);
    },
  };
}

function fail(message: string): never {
  throw new BookingError('invalid_request', message);
}

function clientOf(handle: unknown): PgPoolClient {
  const { query, on, off } = (handle ?? {}) as Partial<PgPoolClient>;
  if (typeof query === 'function' && typeof on === 'function' && typeof off === 'function')
    return handle as PgPoolClient;
  return fail('the handle must be a client of the package pg with an open transaction');
}

function assertFit({ isolation, isReadOnly }: Settings): void {
  if (isolation !== 'read committed')
    fail(`the transaction is ${isolation.toUpperCase()}: use BEGIN ISOLATION LEVEL READ COMMITTED`);
  if (isReadOnly) fail('the transaction is read-only: use BEGIN READ WRITE');
}

/** A pool of one connection, whose transactions are savepoints. */
function savepoints(session: Connection, isOver: () => boolean): LimitedPool {
  let last: Promise<void> = Promise.resolve();
  return {
    begin: 'SAVEPOINT bord_step',
    async connect() {
      if (isOver()) fail('engine.within is over: use its engine only until work resolves');
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return {
        query(text, values) {
          if (text === 'COMMIT') return release(session);
          return text === 'ROLLBACK' ? undoStep(session) : session.query(text, values);
        },
        release: () => resolve(),
      };
    },
    stats: () => ({ open: 1, idle: 0, waiting: 0 }),
    end: () => last,
  };
}

/** Answers like PostgreSQL's COMMIT: with ROLLBACK if an earlier statement was rejected. */
async function release(session: Connection): ReturnType<Connection['query']> {
  try {
    await session.query('RELEASE SAVEPOINT bord_step');
    return { rows: [], command: 'COMMIT' };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    return undoStep(session);
  }
}

async function undoStep(session: Connection): ReturnType<Connection['query']> {
  const undone = session.query('ROLLBACK TO SAVEPOINT bord_step');
  const [released] = await Promise.all([session.query('RELEASE SAVEPOINT bord_step'), undone]);
  return { ...released, command: 'ROLLBACK' };
}
