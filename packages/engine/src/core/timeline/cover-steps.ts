import { type LocationPlan, pacingOf } from '../location/location.ts';
import type { OpenPeriod } from '../location/service-day.ts';
import { MINUTE_MS } from '../instant.ts';
import type { CoverStep, TimelineBar } from './timeline.ts';

/** What starts in each slot step of a period, against its pacing. A party that starts outside the hours is in no step. */
export function coverStepsOf(
  location: LocationPlan,
  { period, opensMs, closesMs, lastSeatingMs }: OpenPeriod,
  bars: readonly TimelineBar[],
): CoverStep[] {
  const stepMs = period.slotStepMinutes * MINUTE_MS;
  const { coversPerStep = null, partiesPerStep = null } = pacingOf(location, period) ?? {};
  const isLastIncluded = lastSeatingMs === closesMs;
  const count = Math.ceil((closesMs - opensMs + (isLastIncluded ? 1 : 0)) / stepMs);
  const sizes = Array.from({ length: count }, (): number[] => []);
  for (const { booking, startMs } of bars)
    sizes[Math.floor((startMs - opensMs) / stepMs)]?.push(booking.partySize);
  return sizes.map((own, i) => {
    const covers = own.reduce((sum, size) => sum + size, 0);
    const startMs = opensMs + i * stepMs;
    return {
      startMs,
      endMs: startMs + stepMs,
      covers,
      parties: own.length,
      coversMax: coversPerStep,
      partiesMax: partiesPerStep,
      isFull: covers >= (coversPerStep ?? Infinity) || own.length >= (partiesPerStep ?? Infinity),
    };
  });
}
