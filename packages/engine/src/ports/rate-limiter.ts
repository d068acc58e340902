/** The use of an API key within its window. */
export interface RateStats {
  /** The request is within the limit. */
  readonly allowed: boolean;
  /** How many more are allowed in this window, as far as is known: what other processes have allowed within the last second may still count as left. */
  readonly remaining: number;
  /** Until the window ends and all is allowed again. */
  readonly resetMs: number;
}

/** Counts the requests of each key (§8, D17). */
export interface RateLimiter {
  /**
   * Counts one request. A window begins with a key's first request and lasts `windowMs`; within it `limit` requests are allowed.
   *
   * Atomic: of any number of concurrent calls within a window exactly `limit` are allowed.
   */
  take(keyId: string, limit: number, windowMs: number): Promise<RateStats>;

  /** Forgets at most `limit` windows that are over, by the storage's clock; how many. */
  purge(limit: number): Promise<number>;
}
