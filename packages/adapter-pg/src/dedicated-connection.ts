import pg from 'pg';
import { cutOff, takeClient } from './host-pool.ts';
import type { PgLimits } from './timeouts.ts';
import type { Server } from './connect-to.ts';
import { breakOff, connectionTo, endClient, GOODBYE_MS } from './transaction.ts';
import type { Primary } from './primary/primary.ts';
import { sightingOf } from './primary/sighting.ts';
import type { PgPool, PgPoolClient } from './source.ts';
import { TYPE_PARSERS } from './type-parsers.ts';

export interface DedicatedConnection {
  /** Resolves when the connection has ended for any reason. */
  readonly over: Promise<void>;
  /** Ends it, even if the server does not answer. */
  end(): Promise<void>;
}

interface DedicatedOptions {
  readonly name: string;
  readonly limits: PgLimits;
  readonly text: string;
  readonly hear: (payload?: string) => void;
  /** Aborts, also while it is opening. */
  readonly signal: AbortSignal;
}

/** Opens a connection and runs its first statement; rejects if that fails. A connection of a host's pool is closed afterwards. */
export function openDedicated(server: Server, options: DedicatedOptions): Promise<DedicatedConnection> {
  if ('pool' in server) return dedicateFromPool(server.pool, options);
  if ('primary' in server) return dedicateAtPrimary(server.primary, options);
  return openOwn(clientTo(server.url, options), options);
}

function clientTo(url: string, { name, limits }: DedicatedOptions): pg.Client {
  return new pg.Client(connectionTo(url, name, limits));
}

/** It also ends when another host becomes the primary. */
async function dedicateAtPrimary(primary: Primary, options: DedicatedOptions): Promise<DedicatedConnection> {
  const at = await primary.find(options.limits.connectMs, options.signal);
  const client = clientTo(at.host.url, options);
  const leave = (): void => breakOff(client);
  at.over.addEventListener('abort', leave);
  client.once('end', () => at.over.removeEventListener('abort', leave));
  try {
    return await openOwn(client, options, async () => primary.admit(at, await sightingOf(client, at.host)));
  } catch (error) {
    primary.suspect(at);
    throw error;
  }
}

/** @param look awaited on the connection before it is used */
function openOwn(
  client: pg.Client,
  options: DedicatedOptions,
  look?: () => Promise<void>,
): Promise<DedicatedConnection> {
  const over = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', ignore);
  client.on('notification', ({ payload }) => options.hear(payload));
  // A client that is ended while it connects reports that to this call only.
  const open = async (): Promise<void> => {
    await client.connect();
    await look?.();
    await client.query(options.text);
  };
  return keep(open, { over, end: () => endClient(client) }, options);
}

async function dedicateFromPool(pool: PgPool, options: DedicatedOptions): Promise<DedicatedConnection> {
  const { limits, text, hear, signal } = options;
  const client = await takeClient(pool, limits.connectMs, signal);
  const over = new Promise<void>((resolve) => client.on('end', resolve));
  client.on('error', ignore);
  client.on('notification', ({ payload }) => hear(payload));
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => (ending ??= discard(client, over));
  void over.then(end); // the pool counts it until it is released
  const silent = setTimeout(() => void end(), limits.silenceMs);
  const open = (): Promise<unknown> => client.query({ text, values: [], types: TYPE_PARSERS });
  return keep(open, { over, end }, options).finally(() => clearTimeout(silent));
}

async function keep(
  open: () => Promise<unknown>,
  connection: DedicatedConnection,
  { signal }: DedicatedOptions,
): Promise<DedicatedConnection> {
  const end = (): void => void connection.end();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) throw new Error('it was given up');
    await Promise.race([open(), connection.over.then(() => Promise.reject(new Error('it was ended')))]);
    return connection;
  } catch (error) {
    end();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Closes a connection of a pool, even if the server does not answer. */
async function discard(client: PgPoolClient, over: Promise<void>): Promise<void> {
  const { promise: gaveUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    cutOff(client);
    resolve();
  }, GOODBYE_MS);
  client.release(true);
  await Promise.race([over, gaveUp]);
  clearTimeout(timer);
}

function ignore(): void {}
