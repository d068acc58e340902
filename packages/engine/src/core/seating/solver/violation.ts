/**
 * Which rule of the program to mend next. Of the rows that are overfilled and the columns that are below zero, the one that
 * is broken most for the length of the step that mends it: that takes half as many steps as the one that is broken most.
 */
import type { Option } from './classes.ts';
import { wipe } from './prices.ts';
import { entryOf, type Row, rowAtOne, rowAtZero, rowOfSegment, rowOfBooking } from './program.ts';
import type { Tableau } from './simplex.ts';

/** A rule that the present solution breaks. */
export interface Violation {
  /** The row that is overfilled; -1 when a column is below zero. */
  readonly row: Row;
  /** The column that is below zero, by its position among the used ones; -1 when a row is overfilled. */
  readonly position: number;
  /** The weights with which the tight rows, and behind them the broken one, add up to the violation in terms of what is not used. */
  readonly weights: number[];
}

/** What is nearer than this to a limit keeps it. */
const TOLERANCE = 1e-6;

/** The rule to mend next; null when none is broken. */
export function violationOf(tableau: Tableau): Violation | null {
  const { program, columns, values, inverse } = tableau;
  let worst = 0;
  let violation: Violation | null = null;
  const offer = (amount: number, row: Row, position: number): void => {
    // The length of the weights of a row is at least 1, that of the row itself.
    if (amount <= TOLERANCE || (position < 0 && amount * amount <= worst)) return;
    const weights = position < 0 ? weightsOf(tableau, row) : inverse[position]!;
    let square = 0;
    for (let q = 0; q < weights.length; q++) square += weights[q]! * weights[q]!;
    const badness = (amount * amount) / square;
    if (badness > worst) [worst, violation] = [badness, { row, position, weights }];
  };
  const shares = new Map<number, number>();
  for (let p = 0; p < columns.length; p++) {
    const booking = program.booking[columns[p]!]!;
    shares.set(booking, (shares.get(booking) ?? 0) + values[p]!);
    offer(-values[p]!, -1, p);
  }
  for (const [booking, share] of shares) offer(share - 1, rowOfBooking(booking), -1);
  for (const [column, at] of program.held) {
    const value = values[columns.indexOf(column)] ?? 0;
    if (at === 0) offer(value, rowAtZero(column), -1);
    else offer(1 - value, rowAtOne(column), -1);
  }
  offerSegments(tableau, offer);
  return violation;
}

/** Offers for each class the segment during which it is overfilled most. */
function offerSegments(
  { program, columns, values, scratch }: Tableau,
  offer: (amount: number, row: Row, position: number) => void,
): void {
  const { segments, from, to } = program.classes.instance;
  const { sums, priced } = scratch.slopes;
  const width = segments + 1;
  wipe(scratch.slopes);
  const add = (i: number, { classes }: Option, value: number): void => {
    for (let k = 0; k < classes.length; k++) {
      const c = classes[k]!;
      priced[c] = 1;
      sums[c * width + from[i]!]! += value;
      sums[c * width + to[i]!]! -= value;
    }
  };
  const request = program.bookings - 1;
  add(request, program.start[request]!, 0);
  for (let p = 0; p < columns.length; p++) {
    const i = program.booking[columns[p]!]!;
    add(i, program.option[columns[p]!]!, values[p]!);
    add(i, program.start[i]!, -values[p]!);
  }
  for (let c = 0; c < priced.length; c++) {
    if (priced[c] === 0) continue;
    let most = TOLERANCE;
    let found = -1;
    let change = 0;
    for (let segment = 0; segment < segments; segment++) {
      change += sums[c * width + segment]!;
      const over = program.excess[c * segments + segment]! + change;
      if (over > most + TOLERANCE) [most, found] = [over, c * segments + segment];
    }
    if (found >= 0) offer(most, rowOfSegment(found), -1);
  }
}

function weightsOf({ program, columns, inverse }: Tableau, row: Row): number[] {
  const size = columns.length;
  const weights: number[] = [];
  for (let q = 0; q < size; q++) weights.push(0);
  for (let p = 0; p < size; p++) {
    const entry = entryOf(program, row, columns[p]!);
    if (entry === 0) continue;
    const line = inverse[p]!;
    for (let q = 0; q < size; q++) weights[q]! -= entry * line[q]!;
  }
  weights.push(1);
  return weights;
}
