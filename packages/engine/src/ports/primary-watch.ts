/** Another host of the database is written to than before. */
export interface PrimaryChange {
  /** Where was written before, as `host:port`. */
  readonly from: string;
  /** The host that is written to now, as `host:port`; the same one if it was promoted. */
  readonly to: string;
  /** Milliseconds without a writable host, as far as this process has noticed. */
  readonly afterMs: number;
}

/** Which of several hosts of a database is written to. */
export interface PrimaryWatch {
  /** `host:port` of the host that is written to, without user or password; null while there is none. */
  host(): string | null;
  /** Calls the listener after each change, and not for the first host that was found. The returned function ends it. */
  subscribe(listener: (change: PrimaryChange) => void): () => void;
}
