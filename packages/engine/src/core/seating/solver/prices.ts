/** Each segment has the cost of the class from there to the end of the day, so an option's cost is one subtraction. */
import type { Classes, Option } from './classes.ts';

/** Prices as sums up to the end of the day. */
export interface Prices {
  /** One more than there are segments. */
  readonly width: number;
  /** At `class * width + segment`: the sum of the class's prices from that segment on. */
  readonly toTheEnd: Float64Array;
  /** The segments outside of which every price is 0: the first, and the one behind the last. */
  readonly first: number;
  readonly end: number;
}

/** Prices from those of each class during each segment, at `class * segments + segment`. */
export function pricesOf({ count, instance: { segments } }: Classes, each: Float64Array): Prices {
  const width = segments + 1;
  const toTheEnd = new Float64Array(count * width);
  let first = segments;
  let end = 0;
  for (let c = 0; c < count; c++)
    for (let segment = segments - 1; segment >= 0; segment--) {
      const price = each[c * segments + segment]!;
      toTheEnd[c * width + segment] = toTheEnd[c * width + segment + 1]! + price;
      if (price === 0) continue;
      first = Math.min(first, segment);
      end = Math.max(end, segment + 1);
    }
  return { width, toTheEnd, first, end };
}

/** The cost of an option from one segment up to another. */
export function priceOf({ width, toTheEnd }: Prices, option: Option, from: number, to: number): number {
  let sum = 0;
  for (const c of option.classes) sum += toTheEnd[c * width + from]! - toTheEnd[c * width + to]!;
  return sum;
}
