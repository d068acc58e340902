/**
 * The floor plan in numbers, computed once for each plan.
 *
 * Parties have the same *kind* when exactly the same table options admit them, for any size and channel. Tables have the same *family* when they
 * admit the same parties at the same times. Within a family the table of a booking is irrelevant: only the number of taken ones at each instant
 * counts. That makes the search small.
 */
import {
  type FloorPlan,
  type TableOption,
  tableOptionsAdmitting,
  tableOptionsOf,
  type TableAccess,
} from '../../location/floor-plan.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';

/** Parties that the same options admit. */
export interface Kind {
  /** Counted from 0, in the order in which the kinds of the restaurant first appeared. */
  readonly id: number;
  /** Indexes into `Floor.tableOptions`, best fit first. */
  readonly tableOptions: readonly number[];
  /** The same, to ask about one option. */
  readonly admits: readonly boolean[];
}

/** A floor plan in numbers. */
export interface Floor {
  readonly tableOptions: readonly TableOption[];
  /** The tables of each option, as indexes. */
  readonly tablesOf: readonly (readonly number[])[];
  /** The option of each single table. */
  readonly optionOfTable: readonly number[];
  /** From a table's id to its index. */
  readonly indexOf: ReadonlyMap<string, number>;
  readonly tables: number;
  /** The family of each table, counted from 0. */
  readonly familyOf: readonly number[];
  /** The tables of each family. */
  readonly families: readonly (readonly number[])[];
  /** The tables that are part of some combination. */
  readonly combined: readonly boolean[];
  /** With so few classes, or tables, the program nearly always comes to its end, most often within a millisecond. */
  readonly isQuick: boolean;
  /** The kind of a party that cannot have the tables that are out of season; null, the default, if there are none. */
  kindOf(partySize: number, tableAccess: TableAccess, out?: OutOfSeason): Kind;
  /** The kind of a party that may also stay at an option at which it would not be seated again. */
  kindStaying(kind: Kind, tableOption: number): Kind;
}

const floors = [new WeakMap<FloorPlan, Floor>(), new WeakMap<FloorPlan, Floor>()] as const;

/**
 * Worked out once for each floor plan, and kept as long as it.
 *
 * @param isByArea some party has chosen an area, so tables in different areas are of different families
 */
export function floorOf(plan: FloorPlan, isByArea: boolean): Floor {
  const known = floors[isByArea ? 1 : 0];
  let floor = known.get(plan);
  if (!floor) known.set(plan, (floor = layOut(plan, isByArea)));
  return floor;
}

/** The tables of the plan have so many classes that a question may take several turns: the program can take more than a millisecond. */
export function mayTakeLong(plan: FloorPlan, isByArea: boolean): boolean {
  return !floorOf(plan, isByArea).isQuick;
}

function layOut(plan: FloorPlan, isByArea: boolean): Floor {
  const tableOptions = tableOptionsOf(plan);
  const indexOf = new Map(plan.tables.map((table, i) => [table.id, i]));
  const tablesOf = tableOptions.map((tableOption) => tableOption.tables.map((id) => indexOf.get(id)!));
  const optionOfTable = plan.tables.map((_, i) =>
    tablesOf.findIndex(([table, next]) => table === i && next === undefined),
  );
  const numbers = new Map<string, number>();
  const familyOf = plan.tables.map(({ seatsMin, seatsMax, online, area }, i) => {
    const chosen = isByArea ? (area ?? '') : '';
    const alike = `${seatsMin}-${seatsMax}-${online}${tableOptions[optionOfTable[i]!]!.seasonKey} ${chosen}`;
    return numbers.get(alike) ?? numbers.set(alike, numbers.size).get(alike)!;
  });
  const families = [...numbers.values()].map((family) =>
    plan.tables.map((_, i) => i).filter((i) => familyOf[i] === family),
  );
  const combined = plan.tables.map(() => false);
  for (const tables of tablesOf) if (tables.length > 1) for (const table of tables) combined[table] = true;

  const kinds = new Map<string, Kind>();
  const kindsOf = new Map<OutOfSeason, Map<TableAccess, Kind[]>>();
  const kindOf = (partySize: number, tableAccess: TableAccess, out: OutOfSeason): Kind => {
    const admitted = tableOptionsAdmitting(plan, partySize, tableAccess);
    const bits = out ? admitted.map((word, i) => word & ~out[i]!) : admitted;
    const key = bits.join();
    let kind = kinds.get(key);
    if (!kind) {
      const admits = tableOptions.map((_, i) => (bits[i >>> 5]! & (1 << (i & 31))) !== 0);
      const admitting = tableOptions.map((_, i) => i).filter((i) => admits[i]);
      kinds.set(key, (kind = { id: kinds.size, tableOptions: admitting, admits }));
    }
    return kind;
  };
  const kindStaying = (kind: Kind, tableOption: number): Kind => {
    const key = `${kind.id} at ${tableOption}`;
    let staying = kinds.get(key);
    if (!staying) {
      const admits = kind.admits.slice();
      admits[tableOption] = true;
      kinds.set(
        key,
        (staying = { id: kinds.size, tableOptions: [...kind.tableOptions, tableOption], admits }),
      );
    }
    return staying;
  };
  const largest = tableOptions.reduce((most, tableOption) => Math.max(most, tableOption.seatsMax), 0);
  return {
    tableOptions,
    tablesOf,
    optionOfTable,
    indexOf,
    tables: plan.tables.length,
    familyOf,
    families,
    isQuick: families.length <= 8 || plan.tables.length <= 12,
    combined,
    kindStaying,
    kindOf: (partySize, tableAccess, out = null) => {
      const size = Math.min(partySize, largest + 1);
      let known = kindsOf.get(out);
      if (!known) kindsOf.set(out, (known = new Map()));
      let sizes = known.get(tableAccess);
      if (!sizes) known.set(tableAccess, (sizes = []));
      return (sizes[size] ??= kindOf(size, tableAccess, out));
    },
  };
}
