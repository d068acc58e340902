import { type Clock, processRates, type RateLimiter } from '@bord/engine/storage';
import { mapUnavailable, withRetry } from './errors.ts';
import type { LimitedPool } from './connection.ts';
import { RequestCounts } from './request-counts.ts';
import { runAlone } from './transaction.ts';

/** A limiter that may have requests in advance. */
export interface PgRates extends RateLimiter {
  /** Hands back what was counted in advance and not made. */
  close(): Promise<void>;
}

/**
 * Counts requests in the database, exact for all processes that share it ({@link RequestCounts}).
 *
 * When the database is away, each process counts for itself: limits then hold by process, and nobody is shut out.
 */
export function pgRates(pool: LimitedPool, clock: Clock): PgRates {
  const local = processRates(clock);
  const counts = new RequestCounts(pool);
  return {
    async take(keyId, limit, windowMs) {
      const counted = counts.take({ keyId, limit, windowMs });
      return (await counted?.catch(() => null)) ?? local.take(keyId, limit, windowMs);
    },
    async purge(limit) {
      const purged = await mapUnavailable(withRetry(() => runAlone(pool, PURGE, [limit])));
      await local.purge(limit);
      return purged.length;
    },
    close: () => counts.close(),
  };
}

/** What is just being counted is passed over. */
const PURGE = `
  DELETE FROM rate_windows WHERE key_id = ANY (ARRAY (
    SELECT key_id FROM rate_windows WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
  )) RETURNING key_id`;
