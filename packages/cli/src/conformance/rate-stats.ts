/** How much of its minute a key has left, as far as the target says so (D17). */
export interface RateStats {
  readonly limit: number | null;
  readonly remaining: number;
  readonly resetMs: number;
}

/** Values above this are seconds since 1970, not seconds to wait. */
const EPOCH_SECONDS = 1_000_000_000;

/** Reads `RateLimit-Remaining` and `RateLimit-Reset`, or the same with `X-` before; null where they are missing. */
export function rateStats(headers: Headers, nowMs: number): RateStats | null {
  const read = (name: string): number => {
    const value = headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`);
    return value !== null && /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN;
  };
  const [limit, remaining, reset] = [read('limit'), read('remaining'), read('reset')];
  if (Number.isNaN(remaining) || Number.isNaN(reset)) return null;
  const resetMs = reset > EPOCH_SECONDS ? reset * 1000 : nowMs + reset * 1000;
  return { limit: Number.isNaN(limit) ? null : limit, remaining, resetMs };
}

/** `Retry-After` in milliseconds; null where it is missing or no number of seconds. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) * 1000 : null;
}
