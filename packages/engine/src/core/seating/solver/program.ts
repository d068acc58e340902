/**
 * The question as a linear program over classes.
 *
 * It starts from the instance's plan, with the request in the option that overfills least. There is one column for each
 * booking and each option other than the one it starts in: 1 if the booking changes to it, else 0. Its cost is the booking's
 * length, so that short bookings move rather than long ones and few rather than many, and a tiny fixed noise that keeps
 * equal costs apart. Rows: a class is not used by more bookings than it has tables, during any segment; a booking changes at
 * most once; and, after a branch, a column is held at 0 or at 1.
 *
 * A column takes one from a class, or gives one to it, for an unbroken run of segments. So what it adds up to under any weights
 * of the segments is a difference of two running sums, and the matrix is never written down.
 */
import type { Classes, Option } from './classes.ts';

/** A row, by its number: see {@link rowOfSegment} and its siblings. */
export type Row = number;

/** The columns, their costs, and how far each row is overfilled at the start. */
export interface Program {
  readonly classes: Classes;
  /** How many bookings there are; the request is the last one. */
  readonly bookings: number;
  /** Where each booking starts. */
  readonly start: readonly Option[];
  /** The number of a booking's first column, by booking, and one entry more. */
  readonly firstColumn: readonly number[];
  /** By column. */
  readonly booking: readonly number[];
  readonly option: readonly Option[];
  readonly cost: readonly number[];
  /** How far each class is overfilled at the start, negative where there is room, at `class * segments + segment`. */
  readonly excess: Int32Array;
  /** Columns that a branch holds at 0 or at 1. */
  readonly held: ReadonlyMap<number, 0 | 1>;
}

/** The part of the program that all questions about one day share: everything but the request. */
export function programOf(classes: Classes): Program {
  const { instance, room, load, present, optionsOf } = classes;
  const columns = { booking: [] as number[], option: [] as Option[], cost: [] as number[] };
  const firstColumn = [0];
  for (let i = 0; i < present.length; i++) {
    addColumns(columns, i, optionsOf(instance.kinds[i]!), present[i]!, instance.to[i]! - instance.from[i]!);
    firstColumn.push(columns.option.length);
  }
  const excess = load.map((taken, at) => taken - room[at]!);
  return {
    classes,
    bookings: present.length,
    start: present,
    firstColumn,
    ...columns,
    excess,
    held: new Map(),
  };
}

/** Adds the request, whom `the instance` knows already. */
export function withRequest(program: Program, options: readonly Option[]): Program {
  const { classes, bookings: request } = program;
  const { from, to, segments } = classes.instance;
  const overfill = (option: Option): number => {
    let sum = 0;
    for (const c of option.classes)
      for (let segment = from[request]!; segment < to[request]!; segment++)
        sum += Math.max(0, program.excess[c * segments + segment]! + 1);
    return sum;
  };
  let first = options[0]!;
  for (const option of options) if (overfill(option) < overfill(first)) first = option;
  const columns = { booking: [...program.booking], option: [...program.option], cost: [...program.cost] };
  addColumns(columns, request, options, first, 0);
  const excess = program.excess.slice();
  for (const c of first.classes)
    for (let segment = from[request]!; segment < to[request]!; segment++) excess[c * segments + segment]!++;
  return {
    ...program,
    bookings: request + 1,
    start: [...program.start, first],
    firstColumn: [...program.firstColumn, columns.option.length],
    ...columns,
    excess,
  };
}

function addColumns(
  columns: { booking: number[]; option: Option[]; cost: number[] },
  booking: number,
  options: readonly Option[],
  start: Option,
  length: number,
): void {
  for (const option of options) {
    if (option === start) continue;
    columns.cost.push(length + noise(columns.option.length));
    columns.booking.push(booking);
    columns.option.push(option);
  }
}

/** Between 0 and 1/16, and always the same for the same column. */
function noise(column: number): number {
  let mixed = Math.imul(column + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 36;
}

/** A class during a segment. */
export function rowOfSegment(at: number): Row {
  return 4 * at;
}
/** A booking changes at most once. */
export function rowOfBooking(booking: number): Row {
  return 4 * booking + 1;
}
/** A column is held at 0: it is at most 0. */
export function rowAtZero(column: number): Row {
  return 4 * column + 2;
}
/** A column is held at 1: its negative is at most -1. */
export function rowAtOne(column: number): Row {
  return 4 * column + 3;
}

/** What the row allows the columns to add up to. */
export function limitOf(program: Program, row: Row): number {
  const of = row >>> 2;
  switch (row & 3) {
    case 0:
      return -program.excess[of]!;
    case 1:
      return 1;
    case 2:
      return 0;
    default:
      return -1;
  }
}

/** What the column adds to the row. */
export function entryOf(program: Program, row: Row, column: number): number {
  const of = row >>> 2;
  switch (row & 3) {
    case 0:
      return useOf(program, of, column);
    case 1:
      return program.booking[column] === of ? 1 : 0;
    case 2:
      return column === of ? 1 : 0;
    default:
      return column === of ? -1 : 0;
  }
}

function useOf(program: Program, at: number, column: number): number {
  const { segments, from, to } = program.classes.instance;
  const booking = program.booking[column]!;
  const segment = at % segments;
  if (segment < from[booking]! || segment >= to[booking]!) return 0;
  const ofClass = (at - segment) / segments;
  let use = 0;
  for (const c of program.option[column]!.classes) if (c === ofClass) use++;
  for (const c of program.start[booking]!.classes) if (c === ofClass) use--;
  return use;
}
