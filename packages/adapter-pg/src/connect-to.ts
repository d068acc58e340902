import { limitHostPool } from './host-pool.ts';
import type { PgLimits } from './limits.ts';
import type { LimitedPool } from './connection.ts';
import { openPool } from './open.ts';
import type { PgSource } from './source.ts';

interface PoolOptions {
  /** The most at a time; of a host's pool, as many as that has. */
  readonly connections: number;
  readonly limits: PgLimits;
  readonly idleTimeoutMillis?: number;
}

/** Connections for many users. */
export function connectTo(
  source: PgSource,
  { connections, limits, idleTimeoutMillis }: PoolOptions,
): LimitedPool {
  if ('pool' in source) return limitHostPool(source.pool, limits);
  return openPool(source, connections, limits, idleTimeoutMillis);
}
