/** Chooses the entering variable: of all unused variables that could repair the violated row, the one with the lowest cost for its effect. */
import type { Program } from './program.ts';
import type { Tableau } from './simplex.ts';

/** The sums of the unused variables under the weights. */
export interface Pricing {
  /** By variable; only those that were touched mean something. */
  readonly slopes: Float64Array;
  readonly touched: Int32Array;
  count: number;
  /** How many numbers were looked at. */
  looks: number;
}

/** Room for all variables. */
export function pricingOf({ variablesMax }: Program): Pricing {
  const slopes = new Float64Array(variablesMax);
  return { slopes, touched: new Int32Array(variablesMax), count: 0, looks: 0 };
}

/** Smaller values are treated as zero; a variable with a smaller effect is not used. */
const NOTHING = 1e-11;
const LITTLE = 1e-8;

/** The entering variable; -1 for none. `sign`: 1 if the leaving one is below zero, -1 if above. At equal cost, the one with the larger effect. */
export function cheapest(tableau: Tableau, sign: 1 | -1): number {
  const { program, cost, held, pricing } = tableau;
  priceSlacks(tableau);
  priceColumns(tableau);
  pricing.looks += 2 * program.nodes;
  const { slopes, touched, count } = pricing;
  let found = -1;
  let least = Infinity;
  let most = 0;
  for (let q = 0; q < count; q++) {
    const variable = touched[q]!;
    const pays = -sign * slopes[variable]!;
    if (pays <= LITTLE || held[variable] !== 0) continue;
    const ratio = Math.max(0, cost[variable]!) / pays;
    if (ratio >= least && !(ratio <= least + LITTLE && pays > most + LITTLE)) continue;
    found = variable;
    least = ratio;
    most = pays;
  }
  return found;
}

function priceSlacks({ program, basis, weights, pricing }: Tableau): void {
  const { nodes, rows } = program;
  const { slopes, touched } = pricing;
  const { position } = basis;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (position[row]! >= 0) continue; // so is the last node of each class, behind which another begins
    const slope = row < nodes ? weights[row]! - weights[row + 1]! : weights[row]!;
    if (slope < NOTHING && slope > -NOTHING) continue;
    slopes[row] = slope;
    touched[count++] = row;
  }
  pricing.count = count;
}

function priceColumns({ program, basis, weights, pricing }: Tableau): void {
  const { rows, nodes, width, classes, start, firstColumn, onlyClass, option, requestColumn } = program;
  const { from, to } = classes.instance;
  const { position } = basis;
  const { slopes, touched } = pricing;
  const request = start.length - 1;
  let looks = 0;
  let { count } = pricing;
  for (let i = 0; i <= request; i++) {
    const first = from[i]!;
    const end = to[i]!;
    let today = -weights[nodes + i]!;
    for (const c of start[i]!.classes) today += weights[c * width + first]! - weights[c * width + end]!;
    const behind = i === request ? option.length : firstColumn[i + 1]!;
    for (let column = i === request ? requestColumn : firstColumn[i]!; column < behind; column++) {
      if (position[rows + column]! >= 0) continue;
      const node = onlyClass[column]!;
      let slope = -today;
      if (node >= 0) slope += weights[node + first]! - weights[node + end]!;
      else
        for (const c of option[column]!.classes)
          slope += weights[c * width + first]! - weights[c * width + end]!;
      looks += 2;
      if (slope < NOTHING && slope > -NOTHING) continue;
      slopes[rows + column] = slope;
      touched[count++] = rows + column;
    }
  }
  pricing.count = count;
  pricing.looks = looks;
}
