/**
 * From fractions to a decision. Programs of this kind nearly always have a solution in whole numbers. Otherwise a column with a fraction is fixed
 * at 1, then, if that has no solution, at 0. Columns of joined tables come first: they cause the fractions.
 */
import type { Budget } from './budget.ts';
import type { Option } from './classes.ts';
import { type InfeasibilityCertificate, certificateOf } from './infeasibility-certificate.ts';
import { limitsOf } from './program.ts';
import { renew, solve, type Tableau } from './simplex.ts';

/** The result of the program; `spent` when the budget did not suffice. */
export type Decision =
  /** The option of each booking. */
  | { readonly kind: 'possible'; readonly options: Option[] }
  /** `certificate` is there when a single sum shows it for the whole program, no branch taken. */
  | {
      readonly kind: 'impossible';
      readonly proven: boolean;
      readonly certificate: InfeasibilityCertificate | null;
    }
  | { readonly kind: 'spent' };

/** How far from a whole number a value may be to be taken for it. */
const WHOLE = 1e-5;

/**
 * Solves the program in whole numbers, within the budget. Leaves the tableau in a state from which the next question can continue.
 *
 * @param isRenewed the numbers were recomputed, because a no could not be checked with the old ones
 */
export function* decide(tableau: Tableau, budget: Budget, isRenewed = false): Generator<void, Decision> {
  const { branches } = tableau;
  const outcome = yield* solve(tableau, budget);
  if (outcome === 'spent') return { kind: 'spent' };
  if (outcome === 'impossible') {
    const certificate = certificateOf(tableau.program, tableau.contradiction!, branches);
    if (!certificate && !isRenewed && renew(tableau)) return yield* decide(tableau, budget, true);
    const isWhole = branches.size === 0;
    return { kind: 'impossible', proven: certificate !== null, certificate: isWhole ? certificate : null };
  }
  const column = mostInBetween(tableau);
  if (column < 0) return { kind: 'possible', options: optionsOf(tableau) };
  const before = snapshotOf(tableau);
  let proven = true;
  for (const at of [1, 0] as const) {
    hold(tableau, column, at);
    const decision = yield* decide(tableau, budget);
    release(tableau, column, before);
    if (decision.kind !== 'impossible') return decision;
    if (tableau.basis.isBroken) return { kind: 'spent' };
    proven &&= decision.proven;
  }
  return { kind: 'impossible', proven, certificate: null };
}

/** The column that is furthest from 0 and 1, of those that use several classes if there are any; -1 when all are whole. */
function mostInBetween({ program, basis }: Tableau): number {
  const { variables, values } = basis;
  let found = -1;
  let furthest = 0;
  for (let at = 0; at < variables.length; at++) {
    const column = variables[at]! - program.rows;
    if (column < 0) continue;
    const distance = Math.min(Math.abs(values[at]!), Math.abs(1 - values[at]!));
    const rank = program.onlyClass[column]! < 0 ? distance + 1 : distance;
    if (distance > WHOLE && rank > furthest) [found, furthest] = [column, rank];
  }
  return found;
}

/** Holds a column that is in use. */
function hold(tableau: Tableau, column: number, at: 0 | 1): void {
  tableau.held[tableau.program.rows + column] = 1;
  tableau.branches.set(column, at);
  setLimits(tableau);
  renew(tableau);
}

/** The state that a branch restores. */
interface Snapshot {
  readonly variables: Int32Array;
  readonly norms: Float64Array;
  readonly cost: Float64Array;
}

function snapshotOf({ basis, cost }: Tableau): Snapshot {
  return { variables: basis.variables.slice(), norms: basis.norms.slice(), cost: cost.slice() };
}

function release(tableau: Tableau, column: number, { variables, norms, cost }: Snapshot): void {
  const { basis, held, branches, program } = tableau;
  held[program.rows + column] = 0;
  branches.delete(column);
  tableau.cost.set(cost);
  basis.position.fill(-1);
  basis.variables.set(variables);
  basis.norms.set(norms);
  for (const [at, variable] of variables.entries()) basis.position[variable] = at;
  setLimits(tableau);
  renew(tableau);
}

/** The limits, less what the columns that are held at 1 take. */
function setLimits({ program, limits, branches }: Tableau): void {
  const { entryStart, entryRow, entryValue } = program;
  limitsOf(program, limits);
  for (const [column, at] of branches)
    if (at === 1)
      for (let q = entryStart[column]!; q < entryStart[column + 1]!; q++)
        limits[entryRow[q]!]! -= entryValue[q]!;
}

function optionsOf({ program, basis, branches }: Tableau): Option[] {
  const { start, rows, booking, option } = program;
  const options = [...start];
  for (const [at, variable] of basis.variables.entries())
    if (variable >= rows && basis.values[at]! > 0.5)
      options[booking[variable - rows]!] = option[variable - rows]!;
  for (const [column, at] of branches) if (at === 1) options[booking[column]!] = option[column]!;
  return options;
}
