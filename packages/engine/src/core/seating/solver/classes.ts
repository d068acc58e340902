/**
 * The day with its tables in classes. The table of a booking is ignored. The instance has the number of tables of each class during each segment,
 * and the number that the movable bookings take.
 *
 * An *option* of a booking is one way to use classes: one table of one class or, joined, some of several. At first every family is a class. That is
 * exact without pinned bookings and joined tables: bookings are intervals, and intervals of which at most n overlap can share n tables. Otherwise
 * the classes may promise too much, never too little. If that happens, the tables in question are set *apart*, each in a separate class, and the
 * question is asked again. With all of them apart the classes are the tables.
 *
 * Joined tables that are not apart have an additional class, which counts how many of these combinations can exist side by side.
 */
import type { Board } from './board.ts';
import type { Floor, Kind } from './floor.ts';
import { BLOCKED, type Instance } from './instance.ts';

/** One way for a booking to use classes. */
export interface Option {
  /** The classes used, one entry a table; several of the same class if it takes several. */
  readonly classes: readonly number[];
  /** The options that are one and the same in these classes. */
  readonly tableOptions: readonly number[];
}

/** The day, seen by classes. */
export interface Classes {
  readonly instance: Instance;
  /** The tables that are separate classes. */
  readonly apart: readonly boolean[];
  readonly count: number;
  /** The number of tables of a class that are not blocked during a segment, at `class * segments + segment`. */
  readonly room: Int32Array;
  /** How many of them the movable bookings hold today. */
  readonly load: Int32Array;
  /** The class of each table. */
  readonly classOf: readonly number[];
  /** The tables of each class; none for the classes that count combinations. */
  readonly tables: readonly (readonly number[])[];
  /** By kind. */
  readonly optionsOf: (kind: Kind) => readonly Option[];
  /** The option that each movable booking has today. */
  readonly present: readonly Option[];
}

/** Sorts the tables into classes; those set apart are classes of one. */
export function classesOf(instance: Instance, apart: readonly boolean[]): Classes {
  const { floor, segments } = instance;
  const { classOf, tables } = sortedInto(floor, apart);
  const groups = new Map<string, number>();
  const groupTableOptions: number[][] = [];
  const signatureOf = floor.tablesOf.map((members, tableOption) => {
    const classes = members.map((table) => classOf[table]!).toSorted((a, b) => a - b);
    if (members.every((table) => members.length === 1 || apart[table])) return classes;
    const { seatsMin, seatsMax, online, seasonKey } = floor.tableOptions[tableOption]!;
    const alike = `${classes.join()}:${seatsMin}-${seatsMax}-${online}${seasonKey}`;
    let group = groups.get(alike);
    if (group === undefined) {
      groups.set(alike, (group = tables.length));
      tables.push([]);
      groupTableOptions[group] = [];
    }
    groupTableOptions[group]!.push(tableOption);
    return [...classes, group];
  });

  const room = new Int32Array(tables.length * segments);
  for (let table = 0; table < floor.tables; table++)
    for (let segment = 0; segment < segments; segment++)
      if (instance.holder[table * segments + segment] !== BLOCKED)
        room[classOf[table]! * segments + segment]!++;
  groupTableOptions.forEach((tableOptions, group) => {
    const members = [...new Set(tableOptions.flatMap((tableOption) => floor.tablesOf[tableOption]!))];
    let unblocked = -1; // the same for every segment without a block of these tables
    for (let segment = 0; segment < segments; segment++) {
      const isUnblocked = members.every((table) => instance.holder[table * segments + segment] !== BLOCKED);
      const count = isUnblocked && unblocked >= 0 ? unblocked : sideBySide(instance, tableOptions, segment);
      if (isUnblocked) unblocked = count;
      room[group * segments + segment] = count;
    }
  });

  const options: Option[][] = [];
  const optionsOf = (kind: Kind): readonly Option[] => (options[kind.id] ??= optionsAmong(kind, signatureOf));
  const present = instance.movables.map((_, i) =>
    optionsOf(instance.kinds[i]!).find(({ tableOptions }) =>
      tableOptions.includes(instance.tableOption[i]!),
    )!,
  );
  const load = new Int32Array(tables.length * segments);
  for (const [i, { classes }] of present.entries())
    for (const c of classes)
      for (let segment = instance.from[i]!; segment < instance.to[i]!; segment++)
        load[c * segments + segment]!++;
  return { instance, apart, count: tables.length, room, load, classOf, tables, optionsOf, present };
}

/**
 * Separates tables from their classes, because these bookings had no table on the board in the classes of their options. While the booking is there,
 * these are the tables that are pinned or used by a combination; for a combination, all tables that it could consist of. If there are none, they are
 * all tables of these classes that are ever pinned or could be joined. Null when all of them are separate already.
 */
export function setApart(
  { instance, apart, tables }: Classes,
  standing: readonly number[],
  options: readonly Option[],
  board: Board,
): boolean[] | null {
  const { floor, segments, from, to } = instance;
  const next = [...apart];
  let changed = false;
  const part = (c: number, isConcerned: (table: number) => boolean): void => {
    if (tables[c]!.length < 2) return;
    for (const table of tables[c]!) if (isConcerned(table)) changed = next[table] = true;
  };
  const isHeldFast = (table: number, first: number, end: number): boolean =>
    board.holder
      .subarray(table * segments + first, table * segments + end)
      .some((who) => who === BLOCKED || (who >= 0 && floor.tablesOf[board.tableOption[who]!]!.length > 1));
  for (const who of standing) {
    const { classes, tableOptions } = options[who]!;
    const own = new Set(
      tableOptions.flatMap((tableOption) =>
        floor.tablesOf[tableOption]!.length > 1 ? floor.tablesOf[tableOption]! : [],
      ),
    );
    for (const c of classes) part(c, (table) => own.has(table) || isHeldFast(table, from[who]!, to[who]!));
  }
  if (changed) return next;
  for (const who of standing)
    for (const c of options[who]!.classes)
      part(c, (table) => floor.combined[table]! || isHeldFast(table, 0, segments));
  return changed ? next : null;
}

function sortedInto(floor: Floor, apart: readonly boolean[]): { classOf: number[]; tables: number[][] } {
  const classOf: number[] = [];
  const tables: number[][] = [];
  const classOfFamily: number[] = [];
  for (let table = 0; table < floor.tables; table++) {
    const c = apart[table] ? tables.length : (classOfFamily[floor.familyOf[table]!] ??= tables.length);
    (tables[c] ??= []).push(table);
    classOf.push(c);
  }
  return { classOf, tables };
}

function optionsAmong(kind: Kind, signatureOf: readonly (readonly number[])[]): Option[] {
  const options = new Map<string, { classes: readonly number[]; tableOptions: number[] }>();
  for (const tableOption of kind.tableOptions) {
    const classes = signatureOf[tableOption]!;
    const key = classes.join();
    const option = options.get(key);
    if (option) option.tableOptions.push(tableOption);
    else options.set(key, { classes, tableOptions: [tableOption] });
  }
  return [...options.values()];
}

/** The highest number of these combinations that can exist side by side: limited by their number and by their tables. */
function sideBySide(
  { floor, segments, holder }: Instance,
  tableOptions: readonly number[],
  segment: number,
): number {
  const isOpen = (table: number): boolean => holder[table * segments + segment] !== BLOCKED;
  const open = tableOptions.filter((tableOption) => floor.tablesOf[tableOption]!.every(isOpen));
  if (open.length === 0) return 0;
  const tables = new Set(open.flatMap((tableOption) => floor.tablesOf[tableOption]!));
  return Math.min(open.length, Math.floor(tables.size / floor.tablesOf[open[0]!]!.length));
}
