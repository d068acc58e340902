/**
 * A no that can be checked with whole numbers.
 *
 * Put a price on every class during every segment. If all bookings together, the request included, must pay more than all
 * tables together cost, even with each in the option that is cheapest for it, then they do not fit, however they are
 * arranged. The simplex method delivers such prices with its no; rounded to whole numbers they are summed up again here,
 * so the no rests on no rounding error. Prices outlive their question: any other request who would have to pay more
 * than what is left over is refused by the same sum.
 */
import type { Classes, Option } from './classes.ts';
import { blankPrices, priceOf, type Prices, setPrices } from './prices.ts';
import type { Program, Row } from './program.ts';

/** Prices under which the day has nothing left for certain requests. */
export interface InfeasibilityCertificate {
  readonly classes: Classes;
  readonly prices: Prices;
  /** What the tables cost, less what the movable bookings must pay at least. Who must pay more than that has no place. */
  readonly left: number;
}

/** One unit of weight in whole numbers. */
const SCALE = 2 ** 20;

/** The certificate that these weights make; null if, rounded, they do not. */
export function certificateOf(
  program: Program,
  { rows, weights }: { rows: readonly Row[]; weights: readonly number[] },
): InfeasibilityCertificate | null {
  const segmentRows = rows.filter((row) => (row & 3) === 0);
  const whole = weights
    .filter((_, q) => (rows[q]! & 3) === 0)
    .map((weight) => Math.max(0, Math.round(weight * SCALE)));
  const prices = blankPrices(program);
  setPrices(prices, program, segmentRows, whole);
  const { classes } = program;
  let left = 0;
  for (const [q, row] of segmentRows.entries()) left += whole[q]! * classes.room[row >>> 2]!;
  const request = program.bookings - 1;
  for (let i = 0; i < request; i++) left -= leastPrice(program, prices, i);
  return leastPrice(program, prices, request) > left ? { classes, prices, left } : null;
}

/** The kept certificate also refuses a request with these segments. */
export function rulesOut(
  { prices, left }: InfeasibilityCertificate,
  options: readonly Option[],
  from: number,
  to: number,
): boolean {
  for (const option of options) if (priceOf(prices, option, from, to) <= left) return false;
  return true;
}

/** What a booking must pay at least, in the options that the branches leave it. */
function leastPrice(
  { classes, firstColumn, option, start, held }: Program,
  prices: Prices,
  i: number,
): number {
  const from = classes.instance.from[i]!;
  const to = classes.instance.to[i]!;
  if (to <= prices.first || from >= prices.end) return 0;
  let least = priceOf(prices, start[i]!, from, to);
  for (let column = firstColumn[i]!; column < firstColumn[i + 1]!; column++) {
    const at = held.size > 0 ? held.get(column) : undefined;
    if (at === 0) continue;
    const price = priceOf(prices, option[column]!, from, to);
    if (at === 1) return price;
    least = Math.min(least, price);
  }
  return least;
}
