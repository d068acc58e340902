/** A stretch of time, its end not included. Instants are milliseconds since 1970-01-01T00:00:00Z. */
export interface Interval {
  /** The first instant, in milliseconds since 1970. */
  readonly startMs: number;
  /** The first instant that is no longer part of it. */
  readonly endMs: number;
}

/** Milliseconds in a second. */
export const SECOND_MS = 1000;
/** Milliseconds in a minute. */
export const MINUTE_MS = 60 * SECOND_MS;
/** Milliseconds in an hour. */
export const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds in 24 hours. A local day may have 23 or 25: see {@link dayInterval}. */
export const DAY_MS = 24 * HOUR_MS;

export function startOfMinute(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/** Two intervals share an instant. One that ends when the other starts does not overlap it. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

export function contains(outer: Interval, inner: Interval): boolean {
  return outer.startMs <= inner.startMs && inner.endMs <= outer.endMs;
}

export function span(a: Interval, b: Interval): Interval {
  return { startMs: Math.min(a.startMs, b.startMs), endMs: Math.max(a.endMs, b.endMs) };
}
