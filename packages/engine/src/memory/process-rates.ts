import type { Clock } from '../ports/clock.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';

interface Window {
  readonly endsMs: number;
  readonly taken: number;
}

/** Expired windows are removed when there are this many, and again when those that are left have doubled. */
const WINDOWS_MAX = 10_000;

/** Counts in this process: exact if one process answers all requests. */
export function processRates(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>();
  let sweptAt = WINDOWS_MAX;
  return {
    async take(keyId, limit, windowMs) {
      const nowMs = clock.nowMs();
      const known = windows.get(keyId);
      const window = known && nowMs < known.endsMs ? known : { endsMs: nowMs + windowMs, taken: 0 };
      const allowed = window.taken < limit;
      const taken = window.taken + (allowed ? 1 : 0);
      if (windows.size >= sweptAt) {
        sweep(windows, nowMs);
        sweptAt = Math.max(WINDOWS_MAX, 2 * windows.size);
      }
      windows.set(keyId, { endsMs: window.endsMs, taken });
      return { allowed, remaining: Math.max(0, limit - taken), resetMs: window.endsMs - nowMs };
    },
    async purge(limit) {
      const before = windows.size;
      sweep(windows, clock.nowMs(), limit);
      return before - windows.size;
    },
  };
}

function sweep(windows: Map<string, Window>, nowMs: number, limit = Infinity): void {
  let left = limit;
  for (const [keyId, { endsMs }] of windows) {
    if (endsMs > nowMs) continue;
    if (left === 0) return;
    windows.delete(keyId);
    left -= 1;
  }
}
