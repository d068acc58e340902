/** Another host of the database is written to than before. */
export interface PrimaryChange {
  /** Where was written before, as `host:port`. */
  readonly from: string;
  /** Where is written now, as `host:port`; the same, when it was promoted meanwhile. */
  readonly to: string;
  /** Milliseconds for which nobody could be written to, as far as this process has noticed. */
  readonly afterMs: number;
}

/** Which of several hosts of a database is written to. */
export interface PrimaryWatch {
  /** `host:port` of the one that is written to, and nothing of user or password; null while there is none. */
  host(): string | null;
  /** Calls the listener after each change, and not for the first host that was found. The returned function ends it. */
  subscribe(listener: (change: PrimaryChange) => void): () => void;
}
