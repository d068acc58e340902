/**
 * From fractions to a decision. Programs of this sort nearly always have a solution in whole numbers; where one does not,
 * the column that is most in between is held at the nearer of 0 and 1, then, if that has no solution, at the other.
 */
import type { Budget } from './budget.ts';
import type { Option } from './classes.ts';
import type { Program } from './program.ts';
import { type InfeasibilityCertificate, certificateOf } from './infeasibility-certificate.ts';
import { copyOf, solve, type Tableau } from './simplex.ts';

/** What the program came to; `spent` when the budget did not suffice. */
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

/** Solves the program in whole numbers, within the budget. */
export function decide(tableau: Tableau, budget: Budget): Decision {
  const outcome = solve(tableau, budget);
  if (outcome === 'spent') return { kind: 'spent' };
  const { program, columns, values } = tableau;
  if (outcome === 'impossible') {
    const certificate = certificateOf(program, tableau.contradiction!);
    return {
      kind: 'impossible',
      proven: certificate !== null,
      certificate: program.held.size === 0 ? certificate : null,
    };
  }
  let split = -1;
  let furthest = WHOLE;
  for (const [p, value] of values.entries()) {
    const distance = Math.min(Math.abs(value), Math.abs(1 - value));
    if (distance > furthest) [split, furthest] = [p, distance];
  }
  if (split < 0) return { kind: 'possible', options: optionsOf(program, columns, values) };

  const column = columns[split]!;
  const nearer = values[split]! > 0.5 ? 1 : 0;
  const first = decide(copyOf(tableau, holding(program, column, nearer)), budget);
  if (first.kind !== 'impossible') return first;
  const second = decide(copyOf(tableau, holding(program, column, nearer === 1 ? 0 : 1)), budget);
  if (second.kind !== 'impossible') return second;
  return { kind: 'impossible', proven: first.proven && second.proven, certificate: null };
}

function holding(program: Program, column: number, at: 0 | 1): Program {
  return { ...program, held: new Map([...program.held, [column, at]]) };
}

function optionsOf(program: Program, columns: readonly number[], values: readonly number[]): Option[] {
  const options = [...program.start];
  for (const [p, column] of columns.entries())
    if (values[p]! > 0.5) options[program.booking[column]!] = program.option[column]!;
  return options;
}
