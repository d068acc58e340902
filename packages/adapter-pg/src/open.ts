import pg from 'pg';
import { ConnectionLost } from './failures.ts';

/** Where the database is. */
export interface PgLocation {
  /** `postgres://user:password@host:port/database`, with `?sslmode=…` where needed. */
  readonly url: string;
}

/** A database that cannot be reached, or is this busy, is said to be away rather than waited for. */
const CONNECT_MS = 2000;

/** Longer than any statement may take on the server: what has not answered by then never will. */
const SILENCE_MS = 10_000;

/**
 * Connects by and by, up to `connections` at a time. Statements of a connection are sent without waiting for the answers
 * to those before, so that a transaction costs two round trips. Nothing is set on a session and no statement is named: a
 * PgBouncer in transaction mode may stand in between.
 */
export function openPool({ url }: PgLocation, connections: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url, 'bord'),
    max: connections,
    pipeline: true,
    query_timeout: SILENCE_MS,
    idleTimeoutMillis: 30_000,
  });
  // A connection that breaks while nobody uses it is told here; the pool has dropped it. Unheard, it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** What every connection is opened with. */
export function connectionTo(url: string, name: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** A statement with its parameters `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows as a parameter of the type json; null where there are none. */
export function json(rows: readonly unknown[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/** Runs a statement and returns its rows. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A connection for one user at a time, whose breaking is told to whoever waits for an answer and to nobody else. */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw told(error);
  });
  client.on('error', ignore);
  return client;
}

/** Gives a connection back; one that is `broken`, or in a state nobody knows, is closed instead. */
export function giveBack(client: pg.PoolClient, broken = false): void {
  client.off('error', ignore);
  client.release(broken);
}

/** The rows of a statement. Rejects with the database's refusal, or with {@link ConnectionLost}. */
export async function ask<Row>(
  client: pg.ClientBase | pg.Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  } catch (error) {
    throw told(error);
  }
}

/** What the driver throws, told apart by whether the database has answered. */
function told(error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : new ConnectionLost(error);
}

function ignore(): void {}
