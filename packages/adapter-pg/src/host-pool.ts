import { ConnectionLost } from './errors.ts';
import { beginWithin, type PgLimits } from './timeouts.ts';
import type { Connection, LimitedPool } from './connection.ts';
import type { PgPool, PgPoolClient, PgResult } from './source.ts';
import { TYPE_PARSERS } from './type-parsers.ts';

/** One connection listens permanently, so another one must be available. */
const CONNECTIONS_MIN = 2;

/** @throws TypeError if the pool is too small to listen and query at the same time */
export function assertRoom({ options }: PgPool): void {
  const max = options?.max ?? Infinity;
  if (max < CONNECTIONS_MIN)
    throw new TypeError(
      `the pool has ${max} connection at most, and Bord needs ${CONNECTIONS_MIN}: one of them listens to other processes`,
    );
}

/** Applies the storage's limits to each statement. Waiting ends on the client; on the server `begin` limits it. */
export function limitHostPool(pool: PgPool, limits: PgLimits): LimitedPool {
  // Without a listener, a connection that breaks while idle would end the process. The pool has dropped it then.
  pool.on('error', ignore);
  return {
    begin: beginWithin(limits),
    connect: async () => limitClient(await takeClient(pool, limits.connectMs), limits.silenceMs),
    stats: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: async () => void pool.off('error', ignore),
  };
}

/** A connection of the pool; one that arrives too late is released immediately. */
export async function takeClient(
  pool: PgPool,
  connectMs: number,
  signal?: AbortSignal,
): Promise<PgPoolClient> {
  const taking = pool.connect();
  try {
    return await within(connectMs, 'the pool had no connection in time', taking, signal);
  } catch (error) {
    taking.then(
      (late) => late.release(),
      () => undefined,
    );
    throw error;
  }
}

/** Statements of a pipelining client are sent together; other clients warn about queued statements, so theirs are sent one by one. */
export function limitClient(
  client: PgPoolClient,
  silenceMs: number,
  giveBack = (isBroken: boolean): void => client.release(isBroken),
): Connection {
  const isPipelining = 'pipeline' in client && client.pipeline === true;
  let silence: Silence | undefined;
  let before: Promise<unknown> = Promise.resolve();

  async function send(text: string, values: readonly unknown[]): Promise<PgResult> {
    if (silence !== undefined) throw silence; // a silent server is not awaited again
    const answer = client.query({ text, values: values as unknown[], types: TYPE_PARSERS });
    return within(silenceMs, 'the database says nothing', answer).catch((error: unknown) => {
      if (error instanceof Silence) {
        silence = error;
        cutOff(client);
      }
      throw error;
    });
  }

  client.on('error', ignore);
  return {
    query(text, values = []) {
      const answer = isPipelining ? send(text, values) : before.then(() => send(text, values));
      before = answer.catch(() => undefined);
      return answer;
    },
    release(isBroken) {
      client.off('error', ignore);
      giveBack(isBroken || silence !== undefined);
    },
  };
}

/** Closes a connection whose server does not answer: the driver would wait for pending answers. */
export function cutOff(client: PgPoolClient): void {
  (client as { connection?: { stream?: { destroy(): unknown } } }).connection?.stream?.destroy();
}

class Silence extends ConnectionLost {}

/** Waits at most this long, or until the signal. Later results are ignored. */
async function within<T>(ms: number, fault: string, work: Promise<T>, signal?: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(new Silence(fault));
  const timer = setTimeout(giveUp, ms);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function ignore(): void {}
