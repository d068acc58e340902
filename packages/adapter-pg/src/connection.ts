import type { PoolStats } from '@bord/engine/storage';

export interface LimitedPool {
  /** Begins a transaction within the limits; every statement runs in one. */
  readonly begin: string;
  /** Rejects with what the driver has thrown. */
  connect(): Promise<Connection>;
  stats(): PoolStats;
  /** Resolves when nobody uses one any more. */
  end(): Promise<void>;
}

/** A connection for one user at a time, whose breaking is told to whoever waits for an answer and to nobody else. */
export interface Connection {
  /** Statements are answered in the order in which they are asked. Rejects with what the driver has thrown. */
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: unknown[]; readonly command: string }>;
  /** Gives it back; one that is broken, or in a state nobody knows, is closed instead. */
  release(isBroken: boolean): void;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
