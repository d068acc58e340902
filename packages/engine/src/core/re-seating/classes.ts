/**
 * The evening with its tables in classes. Which table a booking has is forgotten; what remains is how many tables of each
 * class there are during each beat, and how many the movers take.
 *
 * An *option* of a booking is one way to use classes: one table of one class or, joined, some of several. At first every
 * family is a class. That is exact as long as nobody is pinned and nothing is joined: bookings are intervals, and intervals
 * of which never more than n overlap can share n tables. Where somebody is pinned or tables are joined it promises a
 * little too much, never too little. When that shows, the tables concerned are set *apart*, each a class of its own, and the
 * question is asked again; with all of them apart the classes are the tables.
 *
 * Joined tables that are not apart get a class more, which counts how many of these combinations can exist side by side.
 */
import type { Board } from './board.ts';
import type { House, Kind } from './house.ts';
import { BLOCKED, type Tonight } from './tonight.ts';

/** One way for a booking to use classes. */
export interface Option {
  /** The classes used, one entry a table; several of the same class if it takes several. */
  readonly classes: readonly number[];
  /** The places that are one and the same in these classes. */
  readonly places: readonly number[];
}

/** The evening, seen by classes. */
export interface Classes {
  readonly tonight: Tonight;
  /** The tables that are classes of their own. */
  readonly apart: readonly boolean[];
  readonly count: number;
  /** How many tables of a class nobody blocks during a beat, at `class * beats + beat`. */
  readonly room: Int32Array;
  /** How many of them the movers hold today. */
  readonly load: Int32Array;
  /** The class of each table. */
  readonly classOf: readonly number[];
  /** The tables of each class; none for the classes that count combinations. */
  readonly tables: readonly (readonly number[])[];
  /** By kind. */
  readonly optionsOf: (kind: Kind) => readonly Option[];
  /** What each mover has today. */
  readonly present: readonly Option[];
}

/** Sorts the tables into classes; those set apart are classes of one. */
export function classesOf(tonight: Tonight, apart: readonly boolean[]): Classes {
  const { house, beats } = tonight;
  const { classOf, tables } = sortedInto(house, apart);
  const groups = new Map<string, number>();
  const groupPlaces: number[][] = [];
  const signatureOf = house.tablesOf.map((members, place) => {
    const classes = members.map((table) => classOf[table]!).toSorted((a, b) => a - b);
    if (members.every((table) => members.length === 1 || apart[table])) return classes;
    const { seatsMin, seatsMax, online } = house.places[place]!;
    const alike = `${classes.join()}:${seatsMin}-${seatsMax}-${online}`;
    let group = groups.get(alike);
    if (group === undefined) {
      groups.set(alike, (group = tables.length));
      tables.push([]);
      groupPlaces[group] = [];
    }
    groupPlaces[group]!.push(place);
    return [...classes, group];
  });

  const room = new Int32Array(tables.length * beats);
  for (let table = 0; table < house.tables; table++)
    for (let beat = 0; beat < beats; beat++)
      if (tonight.holder[table * beats + beat] !== BLOCKED) room[classOf[table]! * beats + beat]!++;
  groupPlaces.forEach((places, group) => {
    for (let beat = 0; beat < beats; beat++) room[group * beats + beat] = sideBySide(tonight, places, beat);
  });

  const options: Option[][] = [];
  const optionsOf = (kind: Kind): readonly Option[] => (options[kind.id] ??= optionsAmong(kind, signatureOf));
  const present = tonight.movers.map((_, i) =>
    optionsOf(tonight.kinds[i]!).find(({ places }) => places.includes(tonight.place[i]!))!,
  );
  const load = new Int32Array(tables.length * beats);
  for (const [i, { classes }] of present.entries())
    for (const c of classes)
      for (let beat = tonight.from[i]!; beat < tonight.to[i]!; beat++) load[c * beats + beat]!++;
  return { tonight, apart, count: tables.length, room, load, classOf, tables, optionsOf, present };
}

/**
 * Sets tables apart from their classes, because in the plan on the board these bookings found no table in the classes of
 * their options: while the booking is there, the tables that are pinned or held by a combination, and for a combination all
 * tables that it could be made of; if there are none, all tables of these classes that are ever pinned or could be joined.
 * Null when all of them are apart already.
 */
export function setApart(
  { tonight, apart, tables }: Classes,
  standing: readonly number[],
  options: readonly Option[],
  board: Board,
): boolean[] | null {
  const { house, beats, from, to } = tonight;
  const next = [...apart];
  let changed = false;
  const part = (c: number, isConcerned: (table: number) => boolean): void => {
    if (tables[c]!.length < 2) return;
    for (const table of tables[c]!) if (isConcerned(table)) changed = next[table] = true;
  };
  const isHeldFast = (table: number, first: number, end: number): boolean =>
    board.holder
      .subarray(table * beats + first, table * beats + end)
      .some((who) => who === BLOCKED || (who >= 0 && house.tablesOf[board.place[who]!]!.length > 1));
  for (const who of standing) {
    const { classes, places } = options[who]!;
    const own = new Set(
      places.flatMap((place) => (house.tablesOf[place]!.length > 1 ? house.tablesOf[place]! : [])),
    );
    for (const c of classes) part(c, (table) => own.has(table) || isHeldFast(table, from[who]!, to[who]!));
  }
  if (changed) return next;
  for (const who of standing)
    for (const c of options[who]!.classes)
      part(c, (table) => house.combined[table]! || isHeldFast(table, 0, beats));
  return changed ? next : null;
}

function sortedInto(house: House, apart: readonly boolean[]): { classOf: number[]; tables: number[][] } {
  const classOf: number[] = [];
  const tables: number[][] = [];
  const classOfFamily: number[] = [];
  for (let table = 0; table < house.tables; table++) {
    const c = apart[table] ? tables.length : (classOfFamily[house.familyOf[table]!] ??= tables.length);
    (tables[c] ??= []).push(table);
    classOf.push(c);
  }
  return { classOf, tables };
}

function optionsAmong(kind: Kind, signatureOf: readonly (readonly number[])[]): Option[] {
  const options = new Map<string, { classes: readonly number[]; places: number[] }>();
  for (const place of kind.places) {
    const classes = signatureOf[place]!;
    const key = classes.join();
    const option = options.get(key);
    if (option) option.places.push(place);
    else options.set(key, { classes, places: [place] });
  }
  return [...options.values()];
}

/** How many of these combinations can exist at once, at most: no more than there are, nor than their tables suffice for. */
function sideBySide({ house, beats, holder }: Tonight, places: readonly number[], beat: number): number {
  const isOpen = (table: number): boolean => holder[table * beats + beat] !== BLOCKED;
  const open = places.filter((place) => house.tablesOf[place]!.every(isOpen));
  if (open.length === 0) return 0;
  const tables = new Set(open.flatMap((place) => house.tablesOf[place]!));
  return Math.min(open.length, Math.floor(tables.size / house.tablesOf[open[0]!]!.length));
}
