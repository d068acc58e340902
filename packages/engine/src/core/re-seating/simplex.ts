/**
 * The dual simplex method on the program, with the rows that matter only.
 *
 * At the start no row is tight and no column is used. Then, again and again, the rule that is broken worst is made tight: a
 * row that is overfilled, or a column below zero. To pay for that, the cheapest of the columns that are not used yet comes
 * in, or one of the tight rows becomes loose. When nothing is broken any more the program is solved. When nothing can
 * pay, it has no solution, and the weights with which the rows were added up show why.
 *
 * There are as many used columns as tight rows, and `inverse` is the inverse of the square matrix where they meet. From a plan
 * that was right but for the newcomer this takes a handful of steps, each on a matrix of a handful of rows.
 */
import type { Budget } from './budget.ts';
import { blankPrices, priceOf, type Prices, setPrices } from './prices.ts';
import { entryOf, limitOf, type Program, type Row } from './program.ts';
import { type Violation, worstViolation } from './violation.ts';

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

export function solve(tableau: Tableau, budget: Budget): 'solved' | 'impossible' | 'spent' {
  for (;;) {
    evaluate(tableau);
    const worst = worstViolation(tableau);
    if (!worst) return 'solved';
    budget.stepsLeft -= tableau.rows.length + 4;
    if (budget.stepsLeft < 0) return 'spent';
    const leaving = worst.kind === 'row' ? null : worst.position;
    const rows = leaving === null ? [...tableau.rows, (worst as { row: Row }).row] : tableau.rows;
    const weights = weightsOf(tableau, worst);
    const entering = cheapest(tableau, rows, weights);
    if (!entering) {
      tableau.contradiction = { rows, weights };
      return 'impossible';
    }
    for (let q = 0; q < tableau.rows.length; q++) tableau.duals[q]! += entering.ratio * weights[q]!;
    pivot(tableau, worst, weights, entering);
  }
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

/** With which weights the tight rows, and the broken one, add up to what is broken in terms of all that is free to change. */
function weightsOf(tableau: Tableau, worst: Violation): number[] {
  if (worst.kind === 'column') return tableau.inverse[worst.position]!;
  const { program, columns, inverse } = tableau;
  const weights = columns.map(() => 0);
  for (let p = 0; p < columns.length; p++) {
    const entry = entryOf(program, worst.row, columns[p]!);
    if (entry !== 0) for (let q = 0; q < weights.length; q++) weights[q]! -= entry * inverse[p]![q]!;
  }
  weights.push(1);
  return weights;
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
  let best: Entering | null = null;
  const offer = (column: number, loosened: number, slope: number, cost: number): void => {
    const ratio = Math.max(0, cost) / -slope;
    if (!best || ratio < best.ratio - TINY || (ratio <= best.ratio + TINY && slope < best.slope))
      best = { column, loosened, slope, ratio };
  };
  for (let q = 0; q < tableau.rows.length; q++)
    if (weights[q]! < -TINY) offer(-1, q, weights[q]!, tableau.duals[q]!);

  const { program, scratch } = tableau;
  const { slopes, duals } = scratch;
  setPrices(slopes, program, rows, weights);
  setPrices(duals, program, tableau.rows, tableau.duals);
  const { from, to } = program.classes.tonight;
  for (let i = 0; i < program.bookings; i++) {
    const start = from[i]!;
    const end = to[i]!;
    if (start >= slopes.end || end <= slopes.first) continue;
    const firstColumn = program.firstColumn[i]!;
    const behind = program.firstColumn[i + 1]!;
    if (firstColumn === behind) continue;
    const today = priceOf(slopes, program.start[i]!, start, end) - (slopes.ofBooking.get(i) ?? 0);
    for (let column = firstColumn; column < behind; column++) {
      const option = program.option[column]!;
      let slope = priceOf(slopes, option, start, end) - today;
      if (slopes.ofColumn.size > 0) slope += slopes.ofColumn.get(column) ?? 0;
      if (slope >= -TINY) continue;
      let cost = program.cost[column]! + (duals.ofBooking.get(i) ?? 0) + (duals.ofColumn.get(column) ?? 0);
      cost += priceOf(duals, option, start, end) - priceOf(duals, program.start[i]!, start, end);
      offer(column, -1, slope, cost);
    }
  }
  return best;
}

/** Makes the broken rule hold by letting in what was chosen, and brings the inverse up to date. */
function pivot(tableau: Tableau, worst: Violation, weights: readonly number[], entering: Entering): void {
  const { program, rows, duals, columns, inverse } = tableau;
  const { column, loosened, slope, ratio } = entering;
  const size = rows.length;
  if (loosened >= 0) {
    if (worst.kind === 'row') {
      for (const line of inverse) {
        const share = line[loosened]! / slope;
        for (let q = 0; q < size; q++) line[q]! -= share * weights[q]!;
        line[loosened] = -share;
      }
      rows[loosened] = worst.row;
      duals[loosened] = ratio;
    } else {
      const out = inverse[worst.position]!;
      for (const line of inverse) {
        if (line === out) continue;
        const share = line[loosened]! / slope;
        for (let q = 0; q < size; q++) line[q]! -= share * out[q]!;
      }
      for (const line of inverse) drop(line, loosened);
      drop(inverse, worst.position);
      drop(columns, worst.position);
      drop(rows, loosened);
      drop(duals, loosened);
    }
    return;
  }
  const entries = rows.map((row) => entryOf(program, row, column));
  const changes = inverse.map((line) => line.reduce((sum, value, q) => sum + value * entries[q]!, 0));
  if (worst.kind === 'row') {
    for (let p = 0; p < size; p++) {
      const line = inverse[p]!;
      const share = changes[p]! / slope;
      for (let q = 0; q < size; q++) line[q]! -= share * weights[q]!;
      line.push(-share);
    }
    inverse.push(weights.map((weight) => weight / slope));
    rows.push(worst.row);
    duals.push(ratio);
    columns.push(column);
  } else {
    const own = inverse[worst.position]!.map((value) => value / slope);
    for (let p = 0; p < size; p++) {
      const line = inverse[p]!;
      if (p !== worst.position) for (let q = 0; q < size; q++) line[q]! -= changes[p]! * own[q]!;
    }
    inverse[worst.position] = own;
    columns[worst.position] = column;
  }
}

/** Removes an element; the last one takes its place. */
function drop<T>(list: T[], at: number): void {
  const last = list.pop()!;
  if (at < list.length) list[at] = last;
}
