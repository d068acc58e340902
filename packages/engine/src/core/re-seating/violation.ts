/** Which rule of the program the present values break worst. */
import type { Option } from './classes.ts';
import { type Row, rowAtOne, rowAtZero, rowOfBeat, rowOfBooking } from './program.ts';
import type { Tableau } from './simplex.ts';

/** A row that is overfilled, or a used column (by its position among them) that is below zero. */
export type Violation =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'column'; readonly position: number };

/** What is nearer than this to a limit keeps it. */
export const TOLERANCE = 1e-6;

export function worstViolation(tableau: Tableau): Violation | null {
  const { program, columns, values } = tableau;
  let worst = TOLERANCE;
  let violation: Violation | null = null;
  const shares = new Map<number, number>();
  for (let p = 0; p < columns.length; p++) {
    const value = values[p]!;
    if (-value > worst) [worst, violation] = [-value, { kind: 'column', position: p }];
    const booking = program.booking[columns[p]!]!;
    shares.set(booking, (shares.get(booking) ?? 0) + value);
  }
  for (const [booking, share] of shares)
    if (share - 1 > worst) [worst, violation] = [share - 1, { kind: 'row', row: rowOfBooking(booking) }];
  for (const [column, at] of program.held) {
    const value = values[columns.indexOf(column)] ?? 0;
    if (at === 0 && value > worst) [worst, violation] = [value, { kind: 'row', row: rowAtZero(column) }];
    if (at === 1 && 1 - value > worst) [worst, violation] = [1 - value, { kind: 'row', row: rowAtOne(column) }];
  }
  const beat = worstBeat(tableau, worst);
  return beat < 0 ? violation : { kind: 'row', row: rowOfBeat(beat) };
}

/** Where, as `class * beats + beat`, a class is overfilled by more than `least`, and most; -1 if nowhere. */
function worstBeat({ program, columns, values, scratch }: Tableau, least: number): number {
  const { beats, from, to } = program.classes.tonight;
  const { sums, priced } = scratch.slopes;
  const width = beats + 1;
  sums.fill(0);
  priced.fill(0);
  const add = ({ classes }: Option, i: number, value: number): void => {
    for (let k = 0; k < classes.length; k++) {
      const c = classes[k]!;
      priced[c] = 1;
      sums[c * width + from[i]!]! += value;
      sums[c * width + to[i]!]! -= value;
    }
  };
  add(program.start[program.bookings - 1]!, program.bookings - 1, 0);
  for (let p = 0; p < columns.length; p++) {
    const i = program.booking[columns[p]!]!;
    add(program.option[columns[p]!]!, i, values[p]!);
    add(program.start[i]!, i, -values[p]!);
  }
  let worst = least;
  let found = -1;
  for (let c = 0; c < priced.length; c++) {
    if (priced[c] === 0) continue;
    let change = 0;
    for (let beat = 0; beat < beats; beat++) {
      change += sums[c * width + beat]!;
      const over = program.excess[c * beats + beat]! + change;
      if (over > worst) [worst, found] = [over, c * beats + beat];
    }
  }
  return found;
}
