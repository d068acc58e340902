import type { PoolStats } from '@bord/engine/storage';

export interface LimitedPool {
  /** Starts a transaction within the limits; every statement runs in one. */
  readonly begin: string;
  /** Rejects with the driver's error. */
  connect(): Promise<Connection>;
  stats(): PoolStats;
  /** Resolves when all connections were released. */
  end(): Promise<void>;
}

/** A connection for one user at a time. If it breaks, only the pending queries reject. */
export interface Connection {
  /** Statements are answered in the order in which they are sent. Rejects with the driver's error. */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: unknown[]; readonly command: string }>;
  /** Releases it; a broken connection, or one in an unknown state, is closed instead. */
  release(isBroken: boolean): void;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
