/** The database has another primary. */
export interface PrimaryChange {
  /** The former primary, as `host:port`. */
  readonly from: string;
  /** The new primary, as `host:port`; the same host if it was promoted. */
  readonly to: string;
  /** Milliseconds without a writable host, as far as this process has noticed. */
  readonly afterMs: number;
}

/** The primary among several hosts of a database. */
export interface PrimaryWatch {
  /** `host:port` of the primary, without user or password; null while there is none. */
  host(): string | null;
  /** Calls the listener after each change, but not for the first primary. The returned function ends it. */
  subscribe(listener: (change: PrimaryChange) => void): () => void;
}
