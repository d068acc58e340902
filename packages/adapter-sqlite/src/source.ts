/** Where the database is. Types of our own: no third party's are part of the public ones. */

/** Where the database is. */
export interface SqliteLocation {
  /** A file, which is created when there is none, with a folder for its owner alone; or `:memory:` for one that dies with its process. */
  readonly path: string;
}

/** A database of the package `better-sqlite3`, as much of it as is used: pass a `Database` as it is. Whoever opened it closes it. */
export interface SqliteDatabase {
  readonly name: string;
  readonly open: boolean;
  readonly memory: boolean;
  readonly readonly: boolean;
  readonly inTransaction: boolean;
  prepare(source: string): unknown;
  exec(source: string): unknown;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  transaction(run: (...args: never[]) => unknown): unknown;
}

/** A database that the program around the storage has opened. */
export interface SqliteHost {
  /**
   * Of the package `better-sqlite3`. It gets a write-ahead log, `synchronous = FULL`, `secure_delete` and a `busy_timeout` of 5 s. Whoever
   * opened it closes it, after the storage.
   */
  readonly database: SqliteDatabase;
}

/** A setting as it is, and as it has to be. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly wanted: string;
}
