/** Sets of instants, as intervals in order that neither overlap nor touch. */
import { type Interval, overlaps } from '../instant.ts';

/** All that the intervals cover. What lies no further apart than `gapMs` becomes one stretch. */
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

/** What is left of the stretches when all that is taken is cut out. */
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

/** What of the stretches lies within an interval. */
export function within(stretches: readonly Interval[], { startMs, endMs }: Interval): Interval[] {
  return stretches
    .map((stretch) => ({
      startMs: Math.max(stretch.startMs, startMs),
      endMs: Math.min(stretch.endMs, endMs),
    }))
    .filter((stretch) => stretch.startMs < stretch.endMs);
}
