/** Sets of instants: ordered intervals that do not overlap or touch. */
import { type Interval, overlaps } from '../instant.ts';

/** The union of the intervals. Intervals at most `gapMs` apart become one. */
export function joined(intervals: readonly Interval[], gapMs = 0): Interval[] {
  const stretches: Interval[] = [];
  for (const { startMs, endMs } of intervals.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = stretches.at(-1);
    if (endMs <= startMs) continue;
    if (last && startMs <= last.endMs + gapMs)
      stretches[stretches.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) };
    else stretches.push({ startMs, endMs });
  }
  return stretches;
}

export function without(stretches: readonly Interval[], taken: readonly Interval[]): Interval[] {
  return joined(taken).reduce<Interval[]>(
    (left, cut) =>
      left.flatMap((stretch) =>
        overlaps(stretch, cut)
          ? [
              { startMs: stretch.startMs, endMs: cut.startMs },
              { startMs: cut.endMs, endMs: stretch.endMs },
            ].filter(({ startMs, endMs }) => startMs < endMs)
          : [stretch],
      ),
    joined(stretches),
  );
}

/** The part of the stretches within an interval. */
export function within(stretches: readonly Interval[], { startMs, endMs }: Interval): Interval[] {
  return stretches
    .map((stretch) => ({
      startMs: Math.max(stretch.startMs, startMs),
      endMs: Math.min(stretch.endMs, endMs),
    }))
    .filter((stretch) => stretch.startMs < stretch.endMs);
}
