/** The sources of connections. The types are Bord's, so that the public ones do not depend on other packages. */

/** The location of the database. */
export interface PgLocation {
  /**
   * `postgres://user:password@host:port/database`, with `?sslmode=…` and `?schema=…` if needed. Several hosts, separated by commas, are a primary
   * and its standbys: `postgres://user:password@db1,db2:5433/database`. Bord writes to the current primary among them.
   */
  readonly url: string;
  /** The schema that has all objects of Bord. Defaults to `?schema=…` in `url`, or to `bord`. */
  readonly schema?: string;
}

/** A database by the pool of the host program. */
export interface PgHost {
  /** A pool of the package `pg`. Its owner ends it after closing the storage. */
  readonly pool: PgPool;
  /** The schema that has all objects of Bord. Defaults to `bord`. */
  readonly schema?: string;
}

/** The source of connections: opened by Bord, or taken from a host's pool. */
export type PgSource = PgLocation | PgHost;

/** The part of a pool of the package `pg` that Bord uses: pass a `Pool` unchanged. The owner of the pool ends it after closing the storage. */
export interface PgPool {
  /** Takes a connection from the pool as soon as one is free. */
  connect(): Promise<PgPoolClient>;
  /** The number of open connections. */
  readonly totalCount: number;
  /** The number of idle connections. */
  readonly idleCount: number;
  /** Requests waiting for a connection. */
  readonly waitingCount: number;
  /** The options of the pool. */
  readonly options?: {
    /** The maximum number of connections. */
    readonly max?: number;
  };
  /** Listens for errors of idle connections. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Removes the listener. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of a {@link PgPool}. */
export interface PgPoolClient {
  /** Runs a statement. */
  query(statement: PgStatement): Promise<PgResult>;
  /** Releases the connection; with true it is closed instead. */
  release(destroy?: boolean): void;
  /** Listens for errors of the connection. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens for its end. */
  on(event: 'end', listener: () => void): unknown;
  /** Listens for `NOTIFY`. */
  on(
    event: 'notification',
    listener: (message: {
      /** The payload. */
      payload?: string | undefined;
    }) => void,
  ): unknown;
  /** Removes the listener. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A statement for a {@link PgPoolClient}. */
export interface PgStatement {
  /** The SQL, with `$1`, `$2`… for the values. */
  text: string;
  /** The values, in order. */
  values: unknown[];
  /** Parsers for the values of the result. */
  types: TypeParsers;
}

/** The result of a {@link PgPoolClient}; several statements in one text return a list. */
export interface PgResult {
  /** The rows, each an object by column names. */
  rows: unknown[];
  /** The executed command, such as `INSERT`. */
  command: string;
}

/** Parsers for the values of a result. */
export interface TypeParsers {
  /** The parser of a type, by its object id. */
  getTypeParser(oid: number, format?: string): (text: string) => unknown;
}
