/**
 * Weights of rows, so laid out that what a column adds up to under them is read off quickly: for each class the running sum
 * over the segments, and beside it the weights of the few rows that concern one booking or one column.
 */
import type { Option } from './classes.ts';
import type { Program, Row } from './program.ts';

/** Weights of rows as running sums. */
export interface Prices {
  readonly segments: number;
  /** At `class * (segments + 1) + segment`: the sum of the class's weights before that segment. */
  readonly sums: Float64Array;
  /** The classes with a weight. */
  readonly priced: Uint8Array;
  readonly ofBooking: Map<number, number>;
  readonly ofColumn: Map<number, number>;
  /** The segments outside of which every weight is 0: the first, and the one behind the last. */
  first: number;
  end: number;
}

/** No weight anywhere. */
export function blankPrices({ classes }: Program): Prices {
  const { segments } = classes.instance;
  return {
    segments,
    sums: new Float64Array(classes.count * (segments + 1)),
    priced: new Uint8Array(classes.count),
    ofBooking: new Map(),
    ofColumn: new Map(),
    first: segments,
    end: 0,
  };
}

/** Fills in weights, row by row. */
export function setPrices(
  prices: Prices,
  program: Program,
  rows: readonly Row[],
  weights: readonly number[],
): void {
  const { from, to } = program.classes.instance;
  const { segments, sums, priced, ofBooking, ofColumn } = prices;
  wipe(prices);
  if (ofBooking.size > 0) ofBooking.clear();
  if (ofColumn.size > 0) ofColumn.clear();
  prices.first = segments;
  prices.end = 0;
  for (let q = 0; q < rows.length; q++) {
    if (weights[q] === 0) continue;
    const row = rows[q]!;
    const of = row >>> 2;
    if ((row & 3) === 0) {
      const segment = of % segments;
      const c = (of - segment) / segments;
      sums[c * (segments + 1) + segment + 1]! += weights[q]!;
      priced[c] = 1;
      prices.first = Math.min(prices.first, segment);
      prices.end = Math.max(prices.end, segment + 1);
    } else {
      const booking = (row & 3) === 1 ? of : program.booking[of]!;
      prices.first = Math.min(prices.first, from[booking]!);
      prices.end = Math.max(prices.end, to[booking]!);
      if ((row & 3) === 1) ofBooking.set(of, weights[q]!);
      else ofColumn.set(of, (row & 3) === 2 ? weights[q]! : -weights[q]!);
    }
  }
  for (let c = 0; c < priced.length; c++) {
    if (priced[c] === 0) continue;
    const at = c * (segments + 1);
    let sum = 0;
    for (let i = at + prices.first; i <= at + segments; i++) sums[i] = sum += sums[i]!;
  }
}

/** Sets the sums of all classes that have any to zero. */
export function wipe({ segments, sums, priced }: Prices): void {
  for (let c = 0; c < priced.length; c++) {
    if (priced[c] === 0) continue;
    sums.fill(0, c * (segments + 1), (c + 1) * (segments + 1));
    priced[c] = 0;
  }
}

/** What an option costs from one segment up to another. */
export function priceOf({ segments, sums }: Prices, option: Option, from: number, to: number): number {
  const { classes } = option;
  const first = classes[0]! * (segments + 1);
  let sum = sums[first + to]! - sums[first + from]!;
  for (let k = 1; k < classes.length; k++) {
    const at = classes[k]! * (segments + 1);
    sum += sums[at + to]! - sums[at + from]!;
  }
  return sum;
}

/** The weight of the row by which a booking changes at most once. */
export function bookingPrice({ ofBooking }: Prices, booking: number): number {
  return ofBooking.size === 0 ? 0 : (ofBooking.get(booking) ?? 0);
}

/** The weight of the row that holds a column. */
export function columnPrice({ ofColumn }: Prices, column: number): number {
  return ofColumn.size === 0 ? 0 : (ofColumn.get(column) ?? 0);
}
