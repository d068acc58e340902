/** The location of the database. The types are Bord's, so that the public ones do not depend on other packages. */

/** The location of the database. */
export interface SqliteLocation {
  /** A file, which is created if missing, with a folder for its owner only; or `:memory:` for a database that ends with its process. */
  readonly path: string;
}

/** The part of a database of the package `better-sqlite3` that Bord uses: pass a `Database` unchanged. The owner of the database closes it. */
export interface SqliteDatabase {
  /** Its path. */
  readonly name: string;
  /** Whether it is open. */
  readonly open: boolean;
  /** Whether it is in memory only. */
  readonly memory: boolean;
  /** Whether it is read-only. */
  readonly readonly: boolean;
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  /** Prepares a statement. */
  prepare(source: string): unknown;
  /** Runs statements without a result. */
  exec(source: string): unknown;
  /** Runs a pragma. */
  pragma(
    source: string,
    options?: {
      /** Returns only the first value. */
      simple?: boolean;
    },
  ): unknown;
  /** Makes a function that runs in a transaction. */
  transaction(run: (...args: never[]) => unknown): unknown;
}

/** A database that the host program has opened. */
export interface SqliteHost {
  /**
   * A database of the package `better-sqlite3`. It gets a write-ahead log, `synchronous = FULL`, `secure_delete` and a `busy_timeout` of 5 s. Its
   * owner closes it after closing the storage.
   */
  readonly database: SqliteDatabase;
}

/** A setting with its present and its required value. */
export interface Setting {
  /** The setting's name. */
  readonly name: string;
  /** Its present value. */
  readonly value: string;
  /** The value with which commits survive a power loss. */
  readonly wanted: string;
}
