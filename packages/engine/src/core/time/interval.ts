/** A stretch of time, its end not included. Instants are milliseconds since 1970-01-01T00:00:00Z. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Two intervals share an instant. One that ends when the other starts does not overlap it. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

/** `inner` lies wholly inside `outer`. */
export function contains(outer: Interval, inner: Interval): boolean {
  return outer.startMs <= inner.startMs && inner.endMs <= outer.endMs;
}

/** The shortest interval that covers both. */
export function span(a: Interval, b: Interval): Interval {
  return { startMs: Math.min(a.startMs, b.startMs), endMs: Math.max(a.endMs, b.endMs) };
}
