import { limitHostPool, type PgPool } from './host-pool.ts';
import type { PgLimits } from './limits.ts';
import { type LimitedPool, openPool, type PgLocation } from './open.ts';

/** A database by the pool of the program around the storage. */
export interface PgHost {
  /** Of the package `pg`. Whoever made it ends it, after the storage is closed. */
  readonly pool: PgPool;
}

/** Where connections come from: made by Bord, or taken from a host's pool. */
export type PgSource = PgLocation | PgHost;

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
