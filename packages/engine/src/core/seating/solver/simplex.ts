/**
 * The dual simplex method on the program.
 *
 * At the start no column is in use. Then, repeatedly, a variable that is below zero leaves: the slack of an overfilled row, or a column. In
 * exchange, the cheapest of the unused variables enters. The program is solved when no variable is below zero. When no variable can enter, it has
 * no solution, and the weights of the sum of the rows prove it.
 *
 * The leaving variable is the one with the largest violation for the length of the step that repairs it. This takes half as many steps as the
 * largest violation. The lengths are updated in each step (the rule is known as dual steepest edge).
 *
 * All results are kept between two questions of a day: the next one begins where the last one ended. It takes a few steps then, instead of
 * hundreds from today's plan.
 */
import { type Budget, isTurnOver } from './budget.ts';
import { type Basis, basisOf, CHANGES_MAX, refactor, replace, toPositions, toRows } from './basis.ts';
import type { Option } from './classes.ts';
import { cheapest, type Pricing, pricingOf } from './pricing.ts';
import { addRequestColumn, limitsOf, noise, type Program, programOf } from './program.ts';

/** How far the method has come. */
export interface Tableau {
  readonly program: Program;
  readonly basis: Basis;
  /** The cost of using each unused variable. */
  readonly cost: Float64Array;
  /** The variables that are held at 0: of earlier requests, and by branches. A column held at 1 is counted into the limits. */
  readonly held: Uint8Array;
  /** Columns that a branch holds at 0 or at 1. */
  readonly branches: Map<number, 0 | 1>;
  /** The weights that added up to a contradiction, at `class * segments + segment`. */
  contradiction: Float64Array | null;
  /** By row. */
  readonly limits: Float64Array;
  readonly weights: Float64Array;
  readonly entering: Float64Array;
  readonly lengths: Float64Array;
  readonly pricing: Pricing;
}

/** Values nearer than this to zero are not below it. */
const TOLERANCE = 1e-7;
/** Two ways to the same number may differ by so much. */
const DRIFT = 1e-6;
/** No length is taken for shorter. */
const SHORTEST = 1e-4;

/** The beginning, without a request. */
export function tableauOf(program: Program): Tableau {
  const list = (): Float64Array => new Float64Array(program.rows);
  const cost = new Float64Array(program.variablesMax);
  cost.set(program.cost, program.rows);
  return {
    program,
    basis: basisOf(program),
    cost,
    held: new Uint8Array(program.variablesMax),
    branches: new Map(),
    contradiction: null,
    limits: list(),
    weights: list(),
    entering: list(),
    lengths: list(),
    pricing: pricingOf(program),
  };
}

/** The tableau, or if it has no more room a new one, with the request that the instance knows of: it has these options. */
export function withRequest(before: Tableau, options: readonly Option[]): Tableau {
  const isFull =
    before.program.rows + before.program.option.length + options.length > before.program.variablesMax;
  const tableau = isFull ? tableauOf(programOf(before.program.classes)) : before;
  const { program, held, cost, basis, weights } = tableau;
  const { rows, booking, entryStart, entryRow, entryValue } = program;
  for (let column = program.requestColumn; column < program.option.length; column++)
    if (booking[column] === program.start.length - 1) held[rows + column] = 1;
  program.requestColumn = program.option.length;
  const first = leastOverfilling(tableau, options);
  program.start[program.classes.instance.movables.length] = first;
  weights.fill(0);
  for (let at = 0; at < rows; at++)
    if (basis.variables[at]! >= rows) weights[at] = program.cost[basis.variables[at]! - rows]!;
  toRows(basis, weights);
  for (const option of options) {
    if (option === first) continue;
    const column = addRequestColumn(program, option);
    // Its cost is so high that it is used only if necessary: the request's option is irrelevant.
    let saved = 0;
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++)
      saved += entryValue[at]! * weights[entryRow[at]!]!;
    const price = Math.max(0, saved) + noise(column);
    program.cost[column] = price;
    cost[rows + column] = price - saved;
  }
  limitsOf(program, tableau.limits);
  evaluate(tableau);
  return tableau;
}

/** Of the options the one that overfills least, as things are. */
function leastOverfilling({ program, basis }: Tableau, options: readonly Option[]): Option {
  const { width, classes } = program;
  const { from, to, movables } = classes.instance;
  let best = options[0]!;
  let least = Infinity;
  for (const option of options) {
    let over = 0;
    for (const c of option.classes)
      for (let node = c * width + from[movables.length]!; node < c * width + to[movables.length]!; node++)
        over += Math.max(0, 1 - (basis.position[node]! < 0 ? 0 : basis.values[basis.position[node]!]!));
    if (over < least - TOLERANCE) [best, least] = [option, over];
  }
  return best;
}

/** The values of the variables in use, from the limits. */
function evaluate({ basis, limits }: Tableau): void {
  basis.values.set(limits);
  toPositions(basis, basis.values);
}

/** Continues until every row is satisfied, no variable can enter, or the budget is spent. Pauses after each turn. */
export function* solve(tableau: Tableau, budget: Budget): Generator<void, 'solved' | 'impossible' | 'spent'> {
  const { basis, pricing } = tableau;
  for (;;) {
    if (basis.changes.positions.length >= CHANGES_MAX && !renew(tableau)) return 'spent';
    const at = mostBroken(tableau);
    if (at < 0) return 'solved';
    if (budget.stepsLeft < 0) return 'spent';
    if (isTurnOver(budget)) yield;
    const before = basis.steps;
    const isBelow = basis.values[at]! < 0;
    tableau.weights.fill(0);
    tableau.weights[at] = 1;
    toRows(basis, tableau.weights);
    const variable = cheapest(tableau, isBelow ? 1 : -1);
    budget.stepsLeft -= pricing.looks + 4 * tableau.program.rows;
    if (variable < 0) {
      tableau.contradiction = contradictionOf(tableau, isBelow ? 1 : -1);
      budget.stepsLeft -= basis.steps - before;
      return 'impossible';
    }
    const isSound = pivot(tableau, at, variable);
    budget.stepsLeft -= basis.steps - before;
    if (!isSound && !renew(tableau)) return 'spent';
  }
}

/** Factorizes the matrix again, and recomputes the values; false when that fails. */
export function renew(tableau: Tableau): boolean {
  refactor(tableau.basis);
  if (!tableau.basis.isBroken) evaluate(tableau);
  return !tableau.basis.isBroken;
}

/** The position of the leaving variable; -1 if all values are at least zero and all variables fixed at zero are zero. */
function mostBroken({ basis: { values, norms, variables }, held }: Tableau): number {
  let found = -1;
  let worst = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value >= -TOLERANCE && (value <= TOLERANCE || held[variables[at]!] === 0)) continue;
    const badness = (value * value) / norms[at]!;
    if (badness > worst) [found, worst] = [at, badness];
  }
  return found;
}

/** The weights of the segments under which no variable that may be used helps. */
function contradictionOf({ program, weights }: Tableau, sign: 1 | -1): Float64Array {
  const { width, classes } = program;
  const { segments } = classes.instance;
  const found = new Float64Array(classes.count * segments);
  for (let c = 0; c < classes.count; c++)
    for (let segment = 0; segment < segments; segment++)
      found[c * segments + segment] =
        sign * (weights[c * width + segment]! - weights[c * width + segment + 1]!);
  return found;
}

/** Exchanges a variable for the one at a position; false, with no change, if rounding errors have become too large. */
function pivot(tableau: Tableau, at: number, variable: number): boolean {
  const { program, basis, cost, weights, entering, lengths, pricing } = tableau;
  const { rows, nodes, width, entryStart, entryRow, entryValue } = program;
  entering.fill(0);
  if (variable >= rows) {
    const column = variable - rows;
    for (let q = entryStart[column]!; q < entryStart[column + 1]!; q++)
      entering[entryRow[q]!]! += entryValue[q]!;
  } else {
    entering[variable] = 1;
    if (variable < nodes && (variable + 2) % width !== 0) entering[variable + 1] = -1;
  }
  toPositions(basis, entering);
  const step = entering[at]!;
  const slope = pricing.slopes[variable]!;
  if (Math.abs(step - slope) > DRIFT * (1 + Math.abs(slope)) && basis.changes.positions.length > 0)
    return false;

  const ratio = cost[variable]! / slope;
  for (let q = 0; q < pricing.count; q++) {
    const other = pricing.touched[q]!;
    cost[other]! -= ratio * pricing.slopes[other]!;
  }
  cost[variable] = 0;
  cost[basis.variables[at]!] = -ratio;

  const norm = asSegments(program, weights, lengths);
  toPositions(basis, lengths);
  const { values, norms, changes } = basis;
  const amount = values[at]! / step;
  for (let q = replace(basis, at, variable, entering); q < changes.others.length; q++) {
    const other = changes.others[q]!;
    const share = changes.amounts[q]! / step;
    values[other]! -= amount * changes.amounts[q]!;
    norms[other] = Math.max(
      norms[other]! + share * (share * norm - 2 * lengths[other]!),
      SHORTEST + share * share,
    );
  }
  values[at] = amount;
  norms[at] = Math.max(norm / (step * step), SHORTEST);
  return true;
}

/** Weights of nodes as amounts of the rows themselves, which are written down as nodes again; and the square of their length. */
function asSegments({ nodes, rows, width }: Program, weights: Float64Array, amounts: Float64Array): number {
  let square = 0;
  for (let first = 0; first < nodes; first += width) {
    let before = 0;
    for (let node = first; node < first + width - 1; node++) {
      const weight = weights[node]! - weights[node + 1]!;
      square += weight * weight;
      amounts[node] = weight - before;
      before = weight;
    }
    amounts[first + width - 1] = 0;
  }
  for (let row = nodes; row < rows; row++) {
    square += weights[row]! * weights[row]!;
    amounts[row] = weights[row]!;
  }
  return square;
}
