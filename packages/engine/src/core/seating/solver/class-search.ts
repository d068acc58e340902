/** Chooses options for all bookings over classes, then tables; where a class promised too much, tables are set apart and it repeats. */
import type { Board } from './board.ts';
import { decide, type Decision } from './branch.ts';
import { type Budget, isTurnOver, prepare } from './budget.ts';
import { type Classes, classesOf, type Option, setApart } from './classes.ts';
import type { Kind } from './floor.ts';
import type { InfeasibilityCertificate } from './infeasibility-certificate.ts';
import { programOf } from './program.ts';
import { seatInClasses } from './seating.ts';
import { type Tableau, tableauOf, withRequest } from './simplex.ts';

/** The shared data of the questions about a day. */
export interface ClassSearch {
  readonly families: Classes;
  /** By which tables are apart. */
  readonly programs: Map<string, ClassProgram>;
  readonly certificates: InfeasibilityCertificate[];
}

/** Somebody has a place in the plan on the board; there is none; or it was not found out. */
export type ClassAnswer =
  | { readonly kind: 'planned'; readonly board: Board }
  | { readonly kind: 'full'; readonly proven: boolean }
  | { readonly kind: 'spent' };

/** The classes, and the program over them as far as the last question brought it; null until one is asked. */
interface ClassProgram {
  readonly classes: Classes;
  tableau: Tableau | null;
}

/** How many certificates a day keeps. */
const CERTIFICATES_MAX = 64;

/** Finds options and then tables. Pauses after each turn. */
export function* searchClasses(
  { families, programs, certificates }: ClassSearch,
  kind: Kind,
  budget: Budget,
): Generator<void, ClassAnswer> {
  const { instance } = families;
  let { apart } = families;
  for (;;) {
    const key = apart.map(Number).join('');
    let program = programs.get(key);
    if (!program) {
      const classes = apart === families.apart ? families : classesOf(instance, apart);
      programs.set(key, (program = { classes, tableau: null }));
    }
    const { classes } = program;
    const decision = yield* byProgram(program, classes.optionsOf(kind), budget);
    if (decision.kind === 'spent') return decision;
    if (decision.kind === 'impossible') {
      if (decision.certificate && certificates.length < CERTIFICATES_MAX)
        certificates.push(decision.certificate);
      return { kind: 'full', proven: decision.proven };
    }
    const { board, standing } = seatInClasses(classes, decision.options, budget);
    if (standing.length === 0) return { kind: 'planned', board };
    if (budget.stepsLeft <= 0) return { kind: 'spent' };
    const next = setApart(classes, standing, decision.options, board);
    if (!next)
      throw new Error('A class without pinned bookings and joined tables always seats its bookings.');
    apart = next;
  }
}

/** Continues with the program from where the last question left it. */
function* byProgram(
  program: ClassProgram,
  requestOptions: readonly Option[],
  budget: Budget,
): Generator<void, Decision> {
  if (!program.tableau) {
    program.tableau = tableauOf(programOf(program.classes));
    prepare(budget, 32 * program.tableau.program.entryRow.length); // memory is allocated for each
    if (isTurnOver(budget)) yield;
  }
  const tableau = withRequest(program.tableau, requestOptions);
  const decision = yield* decide(tableau, budget);
  program.tableau = tableau.basis.isBroken ? null : tableau;
  return decision;
}
