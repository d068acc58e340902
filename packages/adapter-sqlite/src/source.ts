/** Where the database is. Types of our own: no third party's are part of the public ones. */

/** Where the database is. */
export interface SqliteLocation {
  /** A file, which is created when there is none, with a folder for its owner alone; or `:memory:` for one that dies with its process. */
  readonly path: string;
}

/** The part of a database of the package `better-sqlite3` that Bord uses: pass a `Database` unchanged. The owner of the database closes it. */
export interface SqliteDatabase {
  /** Its path. */
  readonly name: string;
  /** It has not been closed. */
  readonly open: boolean;
  /** It lives in memory alone. */
  readonly memory: boolean;
  /** It cannot be written to. */
  readonly readonly: boolean;
  /** A transaction is open. */
  readonly inTransaction: boolean;
  /** Prepares a statement. */
  prepare(source: string): unknown;
  /** Runs statements without a result. */
  exec(source: string): unknown;
  /** Runs a pragma. */
  pragma(
    source: string,
    options?: {
      /** Answers with the first value alone. */
      simple?: boolean;
    },
  ): unknown;
  /** Makes a function that runs in a transaction. */
  transaction(run: (...args: never[]) => unknown): unknown;
}

/** A database that the program around the storage has opened. */
export interface SqliteHost {
  /**
   * A database of the package `better-sqlite3`. It gets a write-ahead log, `synchronous = FULL`, `secure_delete` and a `busy_timeout` of 5 s. Its
   * owner closes it after closing the storage.
   */
  readonly database: SqliteDatabase;
}

/** A setting as it is, and as it has to be. */
export interface Setting {
  /** The setting's name. */
  readonly name: string;
  /** As it is. */
  readonly value: string;
  /** As it has to be for commits to survive a loss of power. */
  readonly wanted: string;
}
