/** Looks inside the simplex method: is what it holds for the inverse of its matrix the inverse? */
import type { DiaryBooking } from '../../packages/engine/src/core/booking/diary.ts';
import type { FloorPlan } from '../../packages/engine/src/core/location/floor-plan.ts';
import { classesOf } from '../../packages/engine/src/core/seating/solver/classes.ts';
import { entryOf, programOf, withRequest } from '../../packages/engine/src/core/seating/solver/program.ts';
import { solve, type Tableau, tableauOf } from '../../packages/engine/src/core/seating/solver/simplex.ts';
import {
  segmentFrom,
  segmentUntil,
  instanceOf,
  setRequest,
} from '../../packages/engine/src/core/seating/solver/instance.ts';
import type { Question } from './brute-force.ts';

/** How far it is from it at worst, after each of the questions was solved as a program over classes. */
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
  const program = programOf(classes);
  let worst = 0;
  for (const { startMs, endMs, partySize, tableAccess } of questions) {
    const kind = instance.floor.kindOf(partySize, tableAccess);
    setRequest(instance, kind, segmentFrom(instance.edges, startMs), segmentUntil(instance.edges, endMs));
    const tableau = tableauOf(withRequest(program, classes.optionsOf(kind)));
    solve(tableau, { stepsLeft: 20_000 });
    worst = Math.max(worst, errorOf(tableau));
  }
  return worst;
}

function errorOf({ program, rows, columns, inverse }: Tableau): number {
  let worst = 0;
  for (const [p, line] of inverse.entries()) {
    for (const [other, column] of columns.entries()) {
      const product = rows.reduce((sum, row, q) => sum + line[q]! * entryOf(program, row, column), 0);
      worst = Math.max(worst, Math.abs(product - (p === other ? 1 : 0)));
    }
  }
  return worst;
}
