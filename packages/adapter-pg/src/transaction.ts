import { BookingError } from '@bord/engine/storage';
import pg from 'pg';
import { CommitUnknown, ConnectionLost, isDatabaseError, isRefusal } from './errors.ts';
import type { Connection, LimitedPool, Query, Statement } from './connection.ts';
import { beginWithin, type PgLimits } from './timeouts.ts';
import type { PgLocation } from './source.ts';
import { TYPE_PARSERS } from './type-parsers.ts';

export interface Ending<T> {
  readonly result: T;
  /** Sent together with COMMIT, so that it costs no separate round trip. */
  readonly save?: Statement | undefined;
  /** Called with the rows of `save` once both have succeeded. */
  readonly saved?: (rows: readonly unknown[]) => void;
}

/**
 * Runs `work` in a transaction within the pool's limits and commits it. The first statement of `work` is sent together with BEGIN, so a transaction
 * that reads once and saves once takes two round trips.
 * @throws CommitUnknown when the answer to COMMIT was lost
 * @throws errors of `work` or the database, after a rollback
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
 * Runs a single statement, in a transaction within the pool's limits and in one round trip; returns its rows.
 * @throws ConnectionLost when it was not answered; it might have been executed
 * @throws the database's error, after a rollback
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
 * @throws CommitUnknown when it was not answered; it might have been executed, or still be running
 */
export async function saveAlone<Row>(pool: LimitedPool, statement: Statement): Promise<Row[]> {
  const client = await borrow(pool);
  void begin(client, pool);
  return (await commit(client, statement)) as Row[];
}

/** If BEGIN fails, the statements after it fail too: with the same error, or without a transaction. */
function begin(client: Connection, pool: LimitedPool): Promise<unknown> {
  const begun = ask(client, pool.begin);
  begun.catch(() => undefined);
  return begun;
}

/** Sends a last statement and COMMIT; returns the rows of that statement once both have succeeded. */
async function commit(client: Connection, save: Statement | undefined): Promise<unknown[]> {
  const saved = save && ask(client, save.text, save.values);
  const committed = client.query('COMMIT');
  const [saving, committing] = await Promise.allSettled([saved, committed]);
  const isOver = committing.status === 'fulfilled';
  client.release(!isOver);
  // A rejected statement turns the COMMIT behind it into a ROLLBACK, even if its answer is lost.
  if (saving.status === 'rejected' && isRefusal(saving.reason)) throw saving.reason;
  if (isOver && committing.value.command === 'COMMIT' && saving.status === 'fulfilled')
    return saving.value ?? [];
  const fault: unknown =
    saving.status === 'rejected' ? saving.reason : isOver ? undefined : committing.reason;
  // If the COMMIT was answered the outcome is known, even for errors that usually end the session, such as a disk failure.
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
 * Connects as needed, up to `connections` at a time. Statements of a connection are pipelined, so that a transaction costs two round trips, and one
 * with a single statement one. It uses no session settings and no named statements, so a PgBouncer in transaction mode can be in between.
 * @param idleTimeoutMillis an idle connection is closed after this time; 0: never
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

/** Bord's pool to one host. */
export interface OwnPool extends Pick<LimitedPool, 'stats' | 'end'> {
  readonly pool: pg.Pool;
  /** Breaks every open connection, including those in use. */
  cutOff(): void;
}

/**
 * A new connection costs several round trips, and its first statement several times as much as later ones, because functions are parsed and planned
 * again.
 */
const IDLE_MS = 10 * 60_000;

interface OwnPoolOptions {
  readonly idleTimeoutMillis?: number | undefined;
  /** Awaited before a new connection is used; if it rejects, the connection is closed. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/** Connects as needed, up to `connections` at a time. */
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
          breakOff(client); // without waiting for the server
          throw error;
        } finally {
          clearTimeout(silent);
        }
      },
    }),
  });
  // Pending queries reject when a connection breaks, and the pool drops a broken idle one. Without a listener, either would end the process. It is
  // added immediately: the server's end can arrive together with its greeting.
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

/** Statements of one turn are sent in one packet, so the server receives all at the same time. */
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

/** Breaks a connection; pending queries reject. */
export function breakOff(client: pg.ClientBase): void {
  (client as pg.Client).connection.stream.destroy();
}

/** A server that does not confirm the end of a connection within this time is disconnected. */
export const GOODBYE_MS = 1000;

/** Ends a connection, even if the server does not answer. */
export async function endClient(client: pg.Client): Promise<void> {
  const gaveUp = setTimeout(() => breakOff(client), GOODBYE_MS);
  await client.end().catch(() => undefined);
  clearTimeout(gaveUp);
}

/** The options of every connection. */
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

/** Rows as a json parameter; null if empty. */
export function json(rows: readonly unknown[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** A connection for one user, to be released by its `release`. Rejects with {@link ConnectionLost}, or the database's error. */
export function borrow(pool: LimitedPool): Promise<Connection> {
  return pool.connect().catch((error: unknown) => {
    throw BookingError.is(error) ? error : toDriverError(error);
  });
}

/** The rows of a statement. Rejects with the database's error, or with {@link ConnectionLost}. */
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

/** The driver's error if the database has answered, otherwise {@link ConnectionLost}. */
export function toDriverError(error: unknown): unknown {
  return isDatabaseError(error) ? error : new ConnectionLost(error);
}

function ignore(): void {}
