/** Looks inside the simplex method: do the two ways to solve with its matrix undo what the variables in use add up to? */
import type { DiaryBooking } from '../../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../../packages/engine/src/core/location/floor-plan.ts';
import { classesOf } from '../../../packages/engine/src/core/seating/solver/classes.ts';
import { type Basis, toPositions, toRows } from '../../../packages/engine/src/core/seating/solver/basis.ts';
import { budgetOf, toTheEnd } from '../../../packages/engine/src/core/seating/solver/budget.ts';
import { programOf } from '../../../packages/engine/src/core/seating/solver/program.ts';
import { solve, tableauOf, withRequest } from '../../../packages/engine/src/core/seating/solver/simplex.ts';
import {
  segmentFrom,
  segmentUntil,
  instanceOf,
  setRequest,
} from '../../../packages/engine/src/core/seating/solver/instance.ts';
import type { Question } from './brute-force.ts';

/** How far they are from it at worst, after each of the questions was solved as a program over classes, one after the other. */
export function inverseError(
  plan: FloorPlan,
  bookings: readonly DiaryBooking[],
  questions: readonly Question[],
): number {
  const instance = instanceOf(plan, bookings, ({ pinned }) => !pinned);
  const classes = classesOf(
    instance,
    plan.tables.map(() => false),
  );
  let tableau = tableauOf(programOf(classes));
  let worst = 0;
  let solved = 0;
  for (const { startMs, endMs, partySize, tableAccess } of questions) {
    const kind = instance.floor.kindOf(partySize, tableAccess);
    setRequest(instance, kind, segmentFrom(instance.edges, startMs), segmentUntil(instance.edges, endMs));
    tableau = withRequest(tableau, classes.optionsOf(kind));
    toTheEnd(solve(tableau, budgetOf(2_000_000)));
    if (++solved % 100 === 0) worst = Math.max(worst, errorOf(tableau.basis));
  }
  return worst;
}

/** Each variable in use is 1 at its own position, and 0 at the others; the weights of each position give 1 for its variable. */
function errorOf(basis: Basis): number {
  const { variables, program } = basis;
  const columns = [...variables].map((variable) => asRows(basis, variable));
  let worst = 0;
  for (const [at, column] of columns.entries()) {
    // The last node of each class is always 0, and so is its variable.
    if (variables[at]! < program.nodes && (variables[at]! + 1) % program.width === 0) continue;
    const amounts = column.slice();
    toPositions(basis, amounts);
    for (let q = 0; q < amounts.length; q++)
      worst = Math.max(worst, Math.abs(amounts[q]! - (q === at ? 1 : 0)));
    if (variables[at]! < program.rows) continue;
    const weights = new Float64Array(program.rows);
    weights[at] = 1;
    toRows(basis, weights);
    for (const [q, other] of columns.entries()) {
      let sum = 0;
      for (let row = 0; row < other.length; row++) sum += other[row]! * weights[row]!;
      worst = Math.max(worst, Math.abs(sum - (q === at ? 1 : 0)));
    }
  }
  return worst;
}

function asRows({ program }: Basis, variable: number): Float64Array {
  const { rows, nodes, width, entryStart, entryRow, entryValue } = program;
  const amounts = new Float64Array(rows);
  if (variable >= rows) {
    const column = variable - rows;
    for (let at = entryStart[column]!; at < entryStart[column + 1]!; at++)
      amounts[entryRow[at]!]! += entryValue[at]!;
  } else {
    amounts[variable] = 1;
    const isLast = variable >= nodes || (variable + 1) % width === 0;
    if (!isLast && (variable + 2) % width !== 0) amounts[variable + 1] = -1;
  }
  return amounts;
}
