/**
 * The search over classes of tables, with one method or another: options for all bookings are found first, and tables are handed out
 * afterwards. Where the classes promised too much, tables are set apart and the method is asked again.
 */
import type { Board } from './board.ts';
import { decide, type Decision } from './branch.ts';
import type { Budget } from './budget.ts';
import { repaired } from './breakout.ts';
import { type Classes, classesOf, type Option, setApart } from './classes.ts';
import type { Kind } from './floor.ts';
import type { InfeasibilityCertificate } from './infeasibility-certificate.ts';
import { type Program, programOf, withRequest } from './program.ts';
import { seatInClasses } from './seating.ts';
import { tableauOf } from './simplex.ts';

/** What the questions about a day have in common. */
export interface ClassSearch {
  readonly families: Classes;
  /** By which tables are apart. */
  readonly programs: Map<string, Program>;
  readonly certificates: InfeasibilityCertificate[];
}

/** Somebody has a place in the plan on the board; there is none; or it was not found out. */
export type ClassAnswer =
  | { readonly kind: 'planned'; readonly board: Board }
  | { readonly kind: 'full'; readonly proven: boolean }
  | { readonly kind: 'spent' };

/** A way to find the option of each booking, the request's being one of the given ones. */
export type Method = (program: Program, requestOptions: readonly Option[], budget: Budget) => Decision;

/** How many certificates a day keeps. */
const CERTIFICATES_MAX = 64;

/** Finds options by the method and then tables. */
export function searchClasses(
  { families, programs, certificates }: ClassSearch,
  kind: Kind,
  budget: Budget,
  method: Method,
): ClassAnswer {
  const { instance } = families;
  let { apart } = families;
  for (;;) {
    const key = apart.map(Number).join('');
    let program = programs.get(key);
    if (!program)
      programs.set(
        key,
        (program = programOf(apart === families.apart ? families : classesOf(instance, apart))),
      );
    const { classes } = program;
    const decision = method(program, classes.optionsOf(kind), budget);
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

/** By the program: also finds out that there is no place. */
export const byProgram: Method = (program, requestOptions, budget) =>
  decide(tableauOf(withRequest(program, requestOptions)), budget);

/** By repair, from another plan for the same bookings, or from today's. */
export function byRepair(plan: Board | undefined): Method {
  return ({ classes }, requestOptions, budget) => {
    const options = repaired(
      classes,
      plan ? optionsOn(plan, classes) : classes.present,
      requestOptions,
      budget,
    );
    return options ? { kind: 'possible', options } : { kind: 'spent' };
  };
}

/** What each movable booking has in a plan. */
function optionsOn({ instance, tableOption }: Board, { optionsOf }: Classes): Option[] {
  return instance.movables.map((_, i) =>
    optionsOf(instance.kinds[i]!).find(({ tableOptions }) => tableOptions.includes(tableOption[i]!))!,
  );
}
