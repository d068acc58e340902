/**
 * The dual simplex method on the program, with the rows that matter only.
 *
 * At the start no row is tight and no column is used. Then, again and again, the rule that is broken worst is made tight: a
 * row that is overfilled, or a column below zero. To pay for that, the cheapest of the columns that are not used yet comes
 * in, or one of the tight rows becomes loose. When nothing is broken any more the program is solved. When nothing can
 * pay, it has no solution, and the weights with which the rows were added up show why.
 *
 * There are as many used columns as tight rows, and `inverse` is the inverse of the square matrix where they meet. From a plan
 * that was right but for the request this takes a handful of steps, each on a matrix of a handful of rows.
 */
import { type Violation, violationOf } from './violation.ts';
import type { Budget } from './budget.ts';
import { blankPrices, bookingPrice, columnPrice, priceOf, type Prices, setPrices } from './prices.ts';
import { entryOf, limitOf, type Program, type Row } from './program.ts';

/** How far the method has come. */
export interface Tableau {
  readonly program: Program;
  readonly rows: Row[];
  /** What loosening each tight row would save. */
  readonly duals: number[];
  readonly columns: number[];
  /** By column, then by row. */
  readonly inverse: number[][];
  /** The value of each used column. */
  readonly values: number[];
  /** The weights that added up to a contradiction, when the program turned out to have no solution. */
  contradiction: { readonly rows: Row[]; readonly weights: number[] } | null;
  readonly scratch: { readonly slopes: Prices; readonly duals: Prices };
}

/** Smaller than this is taken for zero. */
const TINY = 1e-8;

/** The beginning: nothing tight, nothing used. */
export function tableauOf(program: Program): Tableau {
  const scratch = { slopes: blankPrices(program), duals: blankPrices(program) };
  return { program, rows: [], duals: [], columns: [], inverse: [], values: [], contradiction: null, scratch };
}

/** The same tableau, to go on from with other columns held. */
export function copyOf(tableau: Tableau, program: Program): Tableau {
  return {
    ...tableau,
    program,
    rows: [...tableau.rows],
    duals: [...tableau.duals],
    columns: [...tableau.columns],
    inverse: tableau.inverse.map((line) => [...line]),
    values: [...tableau.values],
  };
}

/** Goes on until nothing is broken, nothing can pay, or the budget is spent. */
export function solve(tableau: Tableau, budget: Budget): 'solved' | 'impossible' | 'spent' {
  for (;;) {
    evaluate(tableau);
    const violation = violationOf(tableau);
    if (!violation) return 'solved';
    budget.stepsLeft -= costOfAStep(tableau);
    if (budget.stepsLeft < 0) return 'spent';
    const { row, weights } = violation;
    const rows = row < 0 ? tableau.rows : [...tableau.rows, row];
    const entering = cheapest(tableau, rows, weights);
    if (!entering) {
      tableau.contradiction = { rows, weights };
      return 'impossible';
    }
    for (let q = 0; q < tableau.rows.length; q++) tableau.duals[q]! += entering.ratio * weights[q]!;
    pivot(tableau, violation, entering);
  }
}

/** The inverse is gone through some four times, each column is priced twice, and each segment of each class is summed up once. */
function costOfAStep({ program, rows }: Tableau): number {
  return 4 * rows.length ** 2 + 2 * program.option.length + program.excess.length;
}

/** The values of the used columns, from the limits of the tight rows. */
function evaluate({ program, rows, columns, inverse, values }: Tableau): void {
  const limits = rows.map((row) => limitOf(program, row));
  values.length = columns.length;
  for (let p = 0; p < columns.length; p++) {
    const line = inverse[p]!;
    let value = 0;
    for (let q = 0; q < limits.length; q++) value += line[q]! * limits[q]!;
    values[p] = value;
  }
}

/** What comes in: a column that was not used, or the slack of a tight row. */
interface Entering {
  readonly column: number;
  /** The tight row that becomes loose; -1 when a column comes in. */
  readonly loosened: number;
  readonly slope: number;
  readonly ratio: number;
}

/** Of all that could pay for the broken rule, what costs least for what it pays; null when nothing pays. */
function cheapest(tableau: Tableau, rows: readonly Row[], weights: readonly number[]): Entering | null {
  const { program, scratch } = tableau;
  const { slopes, duals } = scratch;
  let best: Entering | null = null;
  let limit = Infinity;
  for (let q = 0; q < tableau.rows.length; q++) {
    const slope = weights[q]!;
    if (slope >= -TINY) continue;
    const ratio = Math.max(0, tableau.duals[q]!) / -slope;
    if (ratio >= limit && !isSteeper(best, ratio, slope)) continue;
    best = { column: -1, loosened: q, slope, ratio };
    limit = ratio;
  }
  setPrices(slopes, program, rows, weights);
  setPrices(duals, program, tableau.rows, tableau.duals);
  const { from, to } = program.classes.instance;
  const request = program.bookings - 1;
  for (let i = 0; i <= request; i++) {
    const start = from[i]!;
    const end = to[i]!;
    if (start >= slopes.end) i = Math.max(i, request - 1); // they stand in the order of their start, but for the request
    if (start >= slopes.end || end <= slopes.first) continue;
    const behind = program.firstColumn[i + 1]!;
    const today = priceOf(slopes, program.start[i]!, start, end) - bookingPrice(slopes, i);
    for (let column = program.firstColumn[i]!; column < behind; column++) {
      const option = program.option[column]!;
      const slope = priceOf(slopes, option, start, end) - today + columnPrice(slopes, column);
      if (slope >= -TINY) continue;
      let cost = program.cost[column]! + bookingPrice(duals, i) + columnPrice(duals, column);
      cost += priceOf(duals, option, start, end) - priceOf(duals, program.start[i]!, start, end);
      const ratio = Math.max(0, cost) / -slope;
      if (ratio >= limit && !isSteeper(best, ratio, slope)) continue;
      best = { column, loosened: -1, slope, ratio };
      limit = ratio;
    }
  }
  return best;
}

/** At the same cost, what pays more at once is better. */
function isSteeper(best: Entering | null, ratio: number, slope: number): boolean {
  return best !== null && ratio <= best.ratio + TINY && slope < best.slope - TINY;
}

/** Makes the broken rule hold by letting in what was chosen, and brings the inverse up to date. */
function pivot(tableau: Tableau, violation: Violation, entering: Entering): void {
  if (entering.loosened < 0) useColumn(tableau, violation, entering);
  else if (violation.row < 0) shrink(tableau, violation, entering);
  else replaceRow(tableau, violation, entering);
}

/** A tight row becomes loose, the broken one takes its place. */
function replaceRow(
  tableau: Tableau,
  { row, weights }: Violation,
  { loosened, slope, ratio }: Entering,
): void {
  for (const line of tableau.inverse) {
    const share = line[loosened]! / slope;
    subtract(line, share, weights);
    line[loosened] = -share;
  }
  tableau.rows[loosened] = row;
  tableau.duals[loosened] = ratio;
}

/** A tight row becomes loose, and the column that was below zero is no longer used. */
function shrink(tableau: Tableau, { position, weights }: Violation, { loosened, slope }: Entering): void {
  const { rows, duals, columns, inverse } = tableau;
  for (let p = 0; p < inverse.length; p++)
    if (p !== position) subtract(inverse[p]!, inverse[p]![loosened]! / slope, weights);
  for (const line of inverse) drop(line, loosened);
  drop(inverse, position);
  drop(columns, position);
  drop(rows, loosened);
  drop(duals, loosened);
}

/** A column comes into use: for the one that was below zero, or together with the broken row. */
function useColumn(
  tableau: Tableau,
  { row, position, weights }: Violation,
  { column, slope, ratio }: Entering,
): void {
  const { program, rows, duals, columns, inverse } = tableau;
  const entries = rows.map((tight) => entryOf(program, tight, column));
  const own = weights.map((weight) => weight / slope);
  for (let p = 0; p < inverse.length; p++) {
    if (p === position) continue;
    const line = inverse[p]!;
    let change = 0;
    for (let q = 0; q < entries.length; q++) if (entries[q] !== 0) change += line[q]! * entries[q]!;
    if (change !== 0) subtract(line, change, own);
    if (position < 0) line.push(-change / slope);
  }
  if (position >= 0) {
    inverse[position] = own;
    columns[position] = column;
    return;
  }
  inverse.push(own);
  rows.push(row);
  duals.push(ratio);
  columns.push(column);
}

/** Takes a multiple of other numbers off the first ones. */
function subtract(line: number[], times: number, other: readonly number[]): void {
  if (times !== 0) for (let q = 0; q < line.length; q++) line[q]! -= times * other[q]!;
}

/** Removes an element; the last one takes its place. */
function drop(list: unknown[], at: number): void {
  const last = list.pop();
  if (at < list.length) list[at] = last;
}
