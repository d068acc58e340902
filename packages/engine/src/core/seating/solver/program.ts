/**
 * The question as a linear program over classes.
 *
 * It starts from the instance's plan, with the request in some option. Each booking has one column for each other option: 1 if the booking changes to
 * it, else 0. The cost of a column is the booking's length, so that few and short bookings move, with a tiny fixed noise that separates equal costs.
 * Rows: the bookings in a class are at most its tables, during any segment; and a booking changes at most once. The unused part of a row is its
 * *slack*.
 *
 * A column adds one to a class, or takes one from it, for consecutive segments. So each row of a class is stored as its difference to the row of the
 * previous segment. A column then has entries only at its beginning and end, about five in all. Its sum under any weights is a difference of two
 * numbers for each class. Rows in this form are called *nodes*; a class has one more than there are segments, which stays empty.
 *
 * All questions of a day share the program. The columns of a request are appended; those of earlier requests are held at 0.
 */
import type { Classes, Option } from './classes.ts';

/** The columns and their costs. Variables are numbered: first the slack of each row, then the columns. */
export interface Program {
  readonly classes: Classes;
  /** Nodes of a class: one more than there are segments. */
  readonly width: number;
  /** Nodes of all classes, at `class * width + segment`. */
  readonly nodes: number;
  /** The nodes, then one row for each booking, the request being the last. */
  readonly rows: number;
  /** The most variables that there is room for. */
  readonly variablesMax: number;
  /** Where each booking starts. */
  readonly start: Option[];
  /** The number of a booking's first column, by booking, and one entry more. */
  readonly firstColumn: readonly number[];
  /** The columns of the request from this one on; the ones before it, beyond those of the bookings, are of earlier requests. */
  requestColumn: number;
  /** By column. */
  readonly booking: number[];
  readonly option: Option[];
  readonly cost: number[];
  /** By column, where its entries begin. */
  readonly entryStart: number[];
  readonly entryRow: number[];
  readonly entryValue: number[];
  /** By column, the first node of the option's class; -1 when it uses several. */
  readonly onlyClass: number[];
}

/** Room for this number of requests; then the program is rebuilt. */
const REQUESTS_MAX = 64;

/** The part of the program that all questions about one day share: everything but the request. */
export function programOf(classes: Classes): Program {
  const { instance, present, optionsOf, count } = classes;
  const { from, to, kinds, segments } = instance;
  const width = segments + 1;
  const nodes = count * width;
  const firstColumn: number[] = [];
  const program: Omit<Program, 'variablesMax'> = {
    classes,
    width,
    nodes,
    rows: nodes + present.length + 1,
    start: [...present],
    firstColumn,
    requestColumn: 0,
    booking: [],
    option: [],
    cost: [],
    entryStart: [0],
    entryRow: [],
    entryValue: [],
    onlyClass: [],
  };
  for (const [i, today] of present.entries()) {
    firstColumn.push(program.option.length);
    for (const option of optionsOf(kinds[i]!))
      if (option !== today) addColumn(program, i, option, to[i]! - from[i]! + noise(program.option.length));
  }
  firstColumn.push(program.option.length);
  program.requestColumn = program.option.length;
  return { ...program, variablesMax: program.rows + program.option.length + REQUESTS_MAX * count };
}

/** A column for the request, other than the option it starts in. */
export function addRequestColumn(program: Program, option: Option): number {
  addColumn(program, program.start.length - 1, option, 0);
  return program.option.length - 1;
}

function addColumn(
  program: Omit<Program, 'variablesMax'>,
  booking: number,
  option: Option,
  cost: number,
): void {
  const { classes, width, nodes, entryStart, entryRow, entryValue } = program;
  const { segments, from, to } = classes.instance;
  const enter = (its: readonly number[], value: number): void => {
    for (const c of its) {
      entryRow.push(c * width + from[booking]!);
      entryValue.push(value);
      if (to[booking] === segments) continue;
      entryRow.push(c * width + to[booking]!);
      entryValue.push(-value);
    }
  };
  enter(option.classes, 1);
  enter(program.start[booking]!.classes, -1);
  entryRow.push(nodes + booking);
  entryValue.push(1);
  entryStart.push(entryRow.length);
  program.booking.push(booking);
  program.option.push(option);
  program.cost.push(cost);
  program.onlyClass.push(option.classes.length === 1 ? option.classes[0]! * width : -1);
}

/** Between 0 and 1/16, and always the same for the same column. */
export function noise(column: number): number {
  let mixed = Math.imul(column + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 36;
}

/** The limits of the rows for the sums of the columns, as nodes, when every booking is at its initial option. */
export function limitsOf({ classes, start, width, nodes }: Program, limits: Float64Array): void {
  const { instance, count, room, load } = classes;
  const { segments, from, to, movables } = instance;
  const request = movables.length;
  limits.fill(0, 0, nodes).fill(1, nodes);
  for (let c = 0; c < count; c++) {
    let before = 0;
    for (let segment = 0; segment < segments; segment++) {
      const free = room[c * segments + segment]! - load[c * segments + segment]!;
      limits[c * width + segment] = free - before;
      before = free;
    }
  }
  for (const c of start[request]!.classes) {
    limits[c * width + from[request]!]! -= 1;
    if (to[request]! < segments) limits[c * width + to[request]!]! += 1;
  }
}
