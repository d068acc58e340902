/**
 * A certificate remains useful after the reading of the day for which it was made: it consists of prices, and any prices may be tried. They are
 * kept by the clock, since another day has other segments, and summed again with the bookings of that day. A restaurant that was full for four
 * guests at 19:00 is usually still full after one more booking.
 */
import type { Classes } from './classes.ts';
import type { Floor } from './floor.ts';
import { certificateFrom, type InfeasibilityCertificate } from './infeasibility-certificate.ts';
import { segmentFrom } from './instance.ts';

/** Prices of classes by the clock; those that are 0 are left out. */
export interface RememberedPrices {
  /** The classes are the families of this floor. */
  readonly floor: Floor;
  readonly classes: readonly number[];
  readonly startsMs: readonly number[];
  readonly prices: readonly number[];
}

/** The prices of a certificate; null when it is about tables that were set apart. */
export function rememberedPricesOf({
  classes: { instance, count, apart },
  prices: { width, toTheEnd },
}: InfeasibilityCertificate): RememberedPrices | null {
  if (apart.includes(true)) return null;
  const found = { classes: [] as number[], startsMs: [] as number[], prices: [] as number[] };
  for (let c = 0; c < count; c++)
    for (let segment = 0; segment < instance.segments; segment++) {
      const price = toTheEnd[c * width + segment]! - toTheEnd[c * width + segment + 1]!;
      if (price === 0) continue;
      found.classes.push(c);
      found.startsMs.push(instance.edges[segment]!);
      found.prices.push(price);
    }
  return { floor: instance.floor, ...found };
}

/** Their result for this day; null when its tables have other classes. */
export function recalledCertificate(
  families: Classes,
  { floor, classes, startsMs, prices }: RememberedPrices,
): InfeasibilityCertificate | null {
  const { instance, count } = families;
  const { edges, segments } = instance;
  if (instance.floor !== floor) return null;
  const each = new Float64Array(count * segments);
  for (let at = 0; at < prices.length; at++) {
    const segment = segmentFrom(edges, startsMs[at]!);
    if (segment < segments) each[classes[at]! * segments + segment]! += prices[at]!;
  }
  return certificateFrom(families, each);
}
