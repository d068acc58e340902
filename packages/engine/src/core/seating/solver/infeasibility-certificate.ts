/**
 * A no that can be checked with integers.
 *
 * Every class has a price during every segment. If all bookings together, including the request, must pay more than all tables together cost, even
 * with each in its cheapest option, then they do not fit, in any arrangement. The simplex method returns such prices with its no. Rounded to
 * integers, they are summed again here, so the no does not depend on rounding errors. Prices remain useful after their question: any other request
 * that would have to pay more than the remainder is rejected by the same sum.
 */
import type { Classes, Option } from './classes.ts';
import { priceOf, type Prices, pricesOf } from './prices.ts';
import type { Program } from './program.ts';

/** Prices that leave no room on the day for certain requests. */
export interface InfeasibilityCertificate {
  readonly classes: Classes;
  readonly prices: Prices;
  /** The total cost of the tables, less the least payment of the movable bookings. A request that must pay more than that has no place. */
  readonly left: number;
}

/** Columns that a branch holds at 0 or at 1. */
export type Held = ReadonlyMap<number, 0 | 1>;

/** One unit of weight in whole numbers. */
const SCALE = 2 ** 20;

/** The certificate that these weights make, at `class * segments + segment`; null if, rounded, they do not. */
export function certificateOf(
  program: Program,
  weights: Float64Array,
  held: Held,
): InfeasibilityCertificate | null {
  const { classes } = program;
  const whole = weights.map((weight) => Math.max(0, Math.round(weight * SCALE)));
  const prices = pricesOf(classes, whole);
  let left = 0;
  for (let at = 0; at < whole.length; at++) left += whole[at]! * classes.room[at]!;
  const request = program.start.length - 1;
  for (let i = 0; i < request; i++)
    left -= leastPrice(program, prices, held, i, program.firstColumn[i]!, program.firstColumn[i + 1]!);
  const least = leastPrice(program, prices, held, request, program.requestColumn, program.option.length);
  return least > left ? { classes, prices, left } : null;
}

/** The certificate from integer prices for this day, at `class * segments + segment`, for any request. */
export function certificateFrom(classes: Classes, each: Float64Array): InfeasibilityCertificate {
  const { instance, room, optionsOf } = classes;
  const { movables, kinds, from, to } = instance;
  const prices = pricesOf(classes, each);
  let left = 0;
  for (let at = 0; at < each.length; at++) left += each[at]! * room[at]!;
  for (let i = 0; i < movables.length; i++) {
    if (to[i]! <= prices.first || from[i]! >= prices.end) continue;
    let least = Infinity;
    for (const option of optionsOf(kinds[i]!))
      least = Math.min(least, priceOf(prices, option, from[i]!, to[i]!));
    left -= least;
  }
  return { classes, prices, left };
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

/** The least payment of a booking, in the options that the branches leave it. */
function leastPrice(
  { classes, option, start }: Program,
  prices: Prices,
  held: Held,
  i: number,
  first: number,
  end: number,
): number {
  const from = classes.instance.from[i]!;
  const to = classes.instance.to[i]!;
  if (to <= prices.first || from >= prices.end) return 0;
  let least = priceOf(prices, start[i]!, from, to);
  for (let column = first; column < end; column++) {
    const at = held.size > 0 ? held.get(column) : undefined;
    if (at === 0) continue;
    const price = priceOf(prices, option[column]!, from, to);
    if (at === 1) return price;
    least = Math.min(least, price);
  }
  return least;
}
