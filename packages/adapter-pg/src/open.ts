import pg from 'pg';
import { ConnectionLost, isDatabaseError } from './errors.ts';
import { beginWithin, type PgLimits } from './limits.ts';
import type { Connection, LimitedPool } from './connection.ts';
import type { PgLocation } from './source.ts';
import { TYPE_PARSERS } from './type-parsers.ts';

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
    throw toDriverError(error);
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
