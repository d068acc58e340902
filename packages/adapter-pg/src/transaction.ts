import { BookingError } from '@bord/engine/storage';
import pg from 'pg';
import { CommitUnknown, ConnectionLost, isDatabaseError, isRefusal } from './errors.ts';
import type { Connection, LimitedPool, Query, Statement } from './connection.ts';
import { beginWithin, type PgLimits } from './limits.ts';
import type { PgLocation } from './source.ts';
import { TYPE_PARSERS } from './type-parsers.ts';

export interface Ending<T> {
  readonly result: T;
  /** Sent together with COMMIT: the last thing that a transaction does costs no round trip of its own. */
  readonly save?: Statement | undefined;
  /** Is called with the rows of `save` once both are done. */
  readonly saved?: (rows: readonly unknown[]) => void;
}

/**
 * Runs `work` in a transaction within the pool's limits and commits it. The first statement of `work` travels together with BEGIN, so a
 * transaction that reads once and saves once takes two round trips.
 *
 * @throws CommitUnknown when the answer to COMMIT was lost
 * @throws whatever `work` or the database has thrown; nothing is saved then
 */
export async function transact<T>(pool: LimitedPool, work: (query: Query) => Promise<Ending<T>>): Promise<T> {
  const client = await borrow(pool);
  let ending: Ending<T>;
  try {
    const begun = begin(client, pool);
    ending = await work((text, values) => ask(client, text, values));
    await begun;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
  const rows = await commit(client, ending.save);
  ending.saved?.(rows);
  return ending.result;
}

/**
 * Runs a single statement, in a transaction within the pool's limits and in one round trip; its rows.
 *
 * @throws ConnectionLost when it was not answered; it may have been done
 * @throws the database's refusal; nothing is done then
 */
export async function runAlone<Row>(
  pool: LimitedPool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    return await saveAlone(pool, { text, values });
  } catch (error) {
    throw error instanceof CommitUnknown ? new ConnectionLost(error.cause) : error;
  }
}

/**
 * Runs a single statement that saves something, as {@link runAlone} does.
 *
 * @throws CommitUnknown when it was not answered; it may have been done, or still be under way
 */
export async function saveAlone<Row>(pool: LimitedPool, statement: Statement): Promise<Row[]> {
  const client = await borrow(pool);
  void begin(client, pool);
  return (await commit(client, statement)) as Row[];
}

/** Whoever sends something behind it is told when it fails: the same, or that there is no transaction. */
function begin(client: Connection, pool: LimitedPool): Promise<unknown> {
  const begun = ask(client, pool.begin);
  begun.catch(() => undefined);
  return begun;
}

/** Sends a last statement and COMMIT; the rows of that statement once both are done. */
async function commit(client: Connection, save: Statement | undefined): Promise<unknown[]> {
  const saved = save && ask(client, save.text, save.values);
  const committed = client.query('COMMIT');
  const [saving, committing] = await Promise.allSettled([saved, committed]);
  const isOver = committing.status === 'fulfilled';
  client.release(!isOver);
  // A statement that was refused has turned the COMMIT behind it into a ROLLBACK, whether or not its answer arrives.
  if (saving.status === 'rejected' && isRefusal(saving.reason)) throw saving.reason;
  if (isOver && committing.value.command === 'COMMIT' && saving.status === 'fulfilled')
    return saving.value ?? [];
  const fault: unknown =
    saving.status === 'rejected' ? saving.reason : isOver ? undefined : committing.reason;
  // Where the COMMIT was answered nothing is open, however abrupt the error: a disk that failed under one statement, and nothing else.
  if (isRefusal(fault) || (isOver && isDatabaseError(fault))) throw fault;
  throw isOver ? new Error('the transaction was rolled back', { cause: fault }) : new CommitUnknown(fault);
}

async function rollBack(client: Connection): Promise<void> {
  const isBroken = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  );
  client.release(isBroken);
}

/**
 * Connects by and by, up to `connections` at a time. Statements of a connection are sent without waiting for the answers
 * to those before, so that a transaction costs two round trips, and one of a single statement one. Nothing is set on a session and no
 * statement is named: a PgBouncer in transaction mode may stand in between.
 *
 * @param idleTimeoutMillis a connection that nobody uses for so long is ended; 0 for never
 */
export function openPool(
  location: PgLocation,
  connections: number,
  limits: PgLimits,
  idleTimeoutMillis?: number,
): LimitedPool {
  const { pool, stats, end } = ownPool(location, connections, limits, { idleTimeoutMillis });
  return {
    begin: beginWithin(limits),
    connect: async () => connectionOf(await pool.connect()),
    stats,
    end,
  };
}

/** A pool of our own to one host. */
export interface OwnPool extends Pick<LimitedPool, 'stats' | 'end'> {
  readonly pool: pg.Pool;
  /** Breaks every connection that is open, whoever uses it. */
  cutOff(): void;
}

/** A new connection costs several ways there and back, and its first day several times as much as any later one: functions are read and planned anew in it. */
const IDLE_MS = 10 * 60_000;

interface OwnPoolOptions {
  readonly idleTimeoutMillis?: number | undefined;
  /** Is awaited before a new connection is used; one for which it rejects is closed. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/** Connects by and by, up to `connections` at a time. */
export function ownPool(
  { url }: PgLocation,
  connections: number,
  limits: PgLimits,
  { idleTimeoutMillis = IDLE_MS, onConnect }: OwnPoolOptions,
): OwnPool {
  const opened = new Set<pg.ClientBase>();
  const pool = new pg.Pool({
    ...connectionTo(url, 'bord', limits),
    max: connections,
    pipeline: true,
    idleTimeoutMillis,
    ...(onConnect && {
      async onConnect(client) {
        opened.add(client);
        const silent = setTimeout(() => breakOff(client), limits.connectMs);
        try {
          await onConnect(client);
        } catch (error) {
          opened.delete(client);
          breakOff(client); // nobody waits for a goodbye
          throw error;
        } finally {
          clearTimeout(silent);
        }
      },
    }),
  });
  // Whoever waits for an answer is told when a connection breaks, and the pool drops one that breaks while it is idle. Unheard, either would
  // end the process. It is heard from the first moment: the server's goodbye may arrive together with its greeting.
  pool
    .on('connect', (client) => opened.add(client.on('error', ignore)))
    .on('remove', (client) => opened.delete(client))
    .on('error', ignore);
  const cutOff = (): void => {
    for (const client of opened) breakOff(client);
  };
  return {
    pool,
    cutOff,
    stats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async end() {
      await pool.end();
      setTimeout(cutOff, GOODBYE_MS).unref();
    },
  };
}

/** What is asked in one turn travels in one packet: the server finds all of it when it wakes. */
export function connectionOf(client: pg.PoolClient): Connection {
  const { stream } = client.connection;
  let isHeld = false;
  const letGo = (): void => {
    isHeld = false;
    stream.uncork();
  };
  return {
    query(text, values = []) {
      if (!isHeld) {
        isHeld = true;
        stream.cork();
        process.nextTick(letGo);
      }
      return client.query(text, values as unknown[]);
    },
    release: (isBroken) => client.release(isBroken),
  };
}

/** Ends a connection without a goodbye; whoever waits for an answer on it is told. */
export function breakOff(client: pg.ClientBase): void {
  (client as pg.Client).connection.stream.destroy();
}

/** A server that does not answer a goodbye is left without one after so long. */
export const GOODBYE_MS = 1000;

/** Ends a connection, also one on which nobody answers. */
export async function endClient(client: pg.Client): Promise<void> {
  const gaveUp = setTimeout(() => breakOff(client), GOODBYE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(gaveUp);
}

/** What every connection is opened with. */
export function connectionTo(
  url: string,
  name: string,
  { connectMs, silenceMs }: Pick<PgLimits, 'connectMs' | 'silenceMs'>,
): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: TYPE_PARSERS,
  };
}

/** Rows as a parameter of the type json; null where there are none. */
export function json(rows: readonly unknown[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** A connection for one user, who gives it back by its `release`. Rejects with {@link ConnectionLost}, or the database's refusal. */
export function borrow(pool: LimitedPool): Promise<Connection> {
  return pool.connect().catch((error: unknown) => {
    throw BookingError.is(error) ? error : toDriverError(error);
  });
}

/** The rows of a statement. Rejects with the database's refusal, or with {@link ConnectionLost}. */
export async function ask<Row>(
  connection: Pick<Connection, 'query'> | pg.Client,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    const { rows } = await connection.query(text, [...values]);
    return rows as Row[];
  } catch (error) {
    throw toDriverError(error);
  }
}

/** What the driver throws, told apart by whether the database has answered. */
export function toDriverError(error: unknown): unknown {
  return isDatabaseError(error) ? error : new ConnectionLost(error);
}

function ignore(): void {}
