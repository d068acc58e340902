import { type Clock, processRates, type RateLimiter, type RateStats } from '@bord/engine/storage';
import { mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool } from './connection.ts';
import { runAlone } from './transaction.ts';

/** A request that waits to be counted. */
interface Request {
  readonly keyId: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly resolve: (stats: RateStats) => void;
  readonly reject: (error: unknown) => void;
}

interface WindowRow {
  readonly key_id: string;
  readonly taken: number;
  readonly rest_ms: number;
}

/** A count that takes longer is not worth the wait; and for so long nobody asks a database that was away. */
const PATIENCE_MS = 1000;

/**
 * Counts requests in the database, exact for all processes that share it. What comes while a count is under way is counted
 * together by the next: one statement, one short transaction that flushes nothing.
 *
 * When the database is away, each process counts for itself: limits then hold by process, and nobody is shut out.
 */
export function pgRates(pool: LimitedPool, clock: Clock): RateLimiter {
  const local = processRates(clock);
  let waiting: Request[] = [];
  let isRunning = false;
  let awayUntilMs = -Infinity;

  async function count(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const requests = waiting;
      waiting = [];
      await countTogether(pool, requests).catch((error: unknown) => {
        awayUntilMs = performance.now() + PATIENCE_MS;
        for (const { reject } of requests) reject(error);
      });
    }
    isRunning = false;
  }

  return {
    async take(keyId, limit, windowMs) {
      if (performance.now() < awayUntilMs) return local.take(keyId, limit, windowMs);
      const counted = new Promise<RateStats>((resolve, reject) => {
        waiting.push({ keyId, limit, windowMs, resolve, reject });
      });
      if (!isRunning) void count();
      return counted.catch(() => local.take(keyId, limit, windowMs));
    },
    async purge(limit) {
      const purged = await mapUnavailable(withRetry(() => runAlone(pool, PURGE, [limit])));
      await local.purge(limit);
      return purged.length;
    },
  };
}

async function countTogether(pool: LimitedPool, requests: readonly Request[]): Promise<void> {
  const ofKey = Map.groupBy(requests, ({ keyId }) => keyId);
  const rows = await soon(
    runAlone<WindowRow>(pool, COUNT, [
      [...ofKey.keys()],
      Array.from(ofKey.values(), (group) => group.length),
      Array.from(ofKey.values(), (group) => group[0]!.windowMs),
    ]),
  );
  for (const { key_id: keyId, taken, rest_ms: restMs } of rows) {
    const group = ofKey.get(keyId)!;
    for (const [i, { limit, windowMs, resolve }] of group.entries()) {
      const nth = taken - group.length + i + 1;
      resolve({
        allowed: nth <= limit,
        remaining: Math.max(0, limit - nth),
        // Another process's clock reading may be the later one by a hair.
        resetMs: Math.min(Math.max(Math.ceil(restMs), 1), windowMs),
      });
    }
  }
}

/** In the order of the keys, so that two processes never wait for each other in a circle. */
const COUNT = `
  INSERT INTO rate_windows AS w (key_id, taken, ends_at)
  SELECT key_id, taken, now() + window_ms * interval '1 ms'
  FROM unnest($1::text[], $2::integer[], $3::float8[]) AS t (key_id, taken, window_ms) ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET
    taken = CASE WHEN w.ends_at <= now() THEN excluded.taken ELSE w.taken + excluded.taken END,
    ends_at = CASE WHEN w.ends_at <= now() THEN excluded.ends_at ELSE w.ends_at END
  RETURNING key_id, taken, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS rest_ms`;

/** What is just being counted is passed over. */
const PURGE = `
  DELETE FROM rate_windows WHERE key_id = ANY (ARRAY (
    SELECT key_id FROM rate_windows WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING key_id`;

async function soon<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, PATIENCE_MS, new Error('the database takes too long to count'));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
