/** Where connections come from. Types of our own: no third party's are part of the public ones. */

/** Where the database is. */
export interface PgLocation {
  /** `postgres://user:password@host:port/database`, with `?sslmode=…` where needed. */
  readonly url: string;
}

/** A database by the pool of the program around the storage. */
export interface PgHost {
  /** Of the package `pg`. Whoever made it ends it, after the storage is closed. */
  readonly pool: PgPool;
}

/** Where connections come from: made by Bord, or taken from a host's pool. */
export type PgSource = PgLocation | PgHost;

/** A pool of the package `pg`, as much of it as is used: pass a `Pool` as it is. It stays its owner's, who ends it after the storage. */
export interface PgPool {
  connect(): Promise<PgPoolClient>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options?: { readonly max?: number };
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of a {@link PgPool}. */
export interface PgPoolClient {
  query(statement: PgStatement): Promise<PgResult>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a {@link PgPoolClient} is asked. */
export interface PgStatement {
  text: string;
  values: unknown[];
  types: TypeParsers;
}

/** What a {@link PgPoolClient} answers; for several statements in one text it is a list. */
export interface PgResult {
  rows: unknown[];
  command: string;
}

/** How the texts of a result become values. */
export interface TypeParsers {
  getTypeParser(oid: number, format?: string): (text: string) => unknown;
}
