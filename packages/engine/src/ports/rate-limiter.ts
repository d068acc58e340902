/** The use of an API key within its window. */
export interface RateStats {
  /** Whether the request is within the limit. */
  readonly allowed: boolean;
  /** The remaining requests of this window, as far as known: requests that other processes have counted in the last second can be missing. */
  readonly remaining: number;
  /** The time until the window ends and the count restarts. */
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

  /** Deletes at most `limit` windows that are over, by the storage's clock, and returns their number. */
  purge(limit: number): Promise<number>;
}
