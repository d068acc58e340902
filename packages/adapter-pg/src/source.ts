/** Where connections come from. Types of our own: no third party's are part of the public ones. */

/** Where the database is. */
export interface PgLocation {
  /**
   * `postgres://user:password@host:port/database`, with `?sslmode=…` and `?schema=…` where needed. Several hosts, separated by commas, are a primary and those that
   * follow it: `postgres://user:password@db1,db2:5433/database`. The one among them that is the primary is written to, whichever that is.
   */
  readonly url: string;
  /** The schema that has all objects of Bord. Defaults to `?schema=…` in `url`, or to `bord`. */
  readonly schema?: string;
}

/** A database by the pool of the program around the storage. */
export interface PgHost {
  /** A pool of the package `pg`. Its owner ends it after closing the storage. */
  readonly pool: PgPool;
  /** The schema that has all objects of Bord. Defaults to `bord`. */
  readonly schema?: string;
}

/** Where connections come from: made by Bord, or taken from a host's pool. */
export type PgSource = PgLocation | PgHost;

/** The part of a pool of the package `pg` that Bord uses: pass a `Pool` unchanged. The owner of the pool ends it after closing the storage. */
export interface PgPool {
  /** Takes a connection out of the pool, when there is one. */
  connect(): Promise<PgPoolClient>;
  /** Connections that are open. */
  readonly totalCount: number;
  /** The number of idle connections. */
  readonly idleCount: number;
  /** Requests waiting for a connection. */
  readonly waitingCount: number;
  /** How the pool was made. */
  readonly options?: {
    /** How many connections it opens at most. */
    readonly max?: number;
  };
  /** Listens for errors of idle connections. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Listens no more. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A connection of a {@link PgPool}. */
export interface PgPoolClient {
  /** Runs a statement. */
  query(statement: PgStatement): Promise<PgResult>;
  /** Gives the connection back; with true it is ended instead. */
  release(destroy?: boolean): void;
  /** Listens for faults of the connection. */
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
  /** Listens no more. */
  off(event: 'error', listener: (error: Error) => void): unknown;
}

/** A statement for a {@link PgPoolClient}. */
export interface PgStatement {
  /** The SQL, with `$1`, `$2`… for the values. */
  text: string;
  /** The values, in order. */
  values: unknown[];
  /** How texts of the result become values. */
  types: TypeParsers;
}

/** The result of a {@link PgPoolClient}; several statements in one text return a list. */
export interface PgResult {
  /** The rows, each an object by the names of its columns. */
  rows: unknown[];
  /** The executed command, such as `INSERT`. */
  command: string;
}

/** How the texts of a result become values. */
export interface TypeParsers {
  /** The parser of a type, by its object id. */
  getTypeParser(oid: number, format?: string): (text: string) => unknown;
}
