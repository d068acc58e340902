import type { Season } from './season.ts';

/** One table of a location. */
export interface Table {
  /** Unique in the location; also the name for staff: `T1`, `12`, `window 3`. */
  readonly id: string;
  /** The smallest party that can be seated here, 1 or more. */
  readonly seatsMin: number;
  /** The largest party that fits, `seatsMin` or more. */
  readonly seatsMax: number;
  /** Part of the restaurant: `window`, `bar`; the id of an area if the plan lists areas. */
  readonly area: string | null;
  /** False: kept for the operator (walk-ins, phone); partners and guests cannot book it. */
  readonly online: boolean;
  /** The seasons in which it is available, 1 to 50 (D40). Without them: always. */
  readonly when?: readonly Season[] | undefined;
}

/** Tables that can be joined, with separate seat limits: two tables for four can seat six or ten, so the limits are not the sum. */
export interface Combination {
  /** Two or more table ids. */
  readonly tables: readonly string[];
  /** The smallest party that can be seated here, 1 to 1,000. */
  readonly seatsMin: number;
  /** The largest party that fits, `seatsMin` to 1,000. */
  readonly seatsMax: number;
  /** The seasons in which its tables can be joined, if each of them is available then, 1 to 50 (D40). Without them: always. */
  readonly when?: readonly Season[] | undefined;
}

/** The tables of a location and their combinations. */
export interface FloorPlan {
  /** All tables, at most 1,000; of equally good ones an earlier one is filled first. */
  readonly tables: readonly Table[];
  /** Tables that can be joined, at most 2,000 combinations. */
  readonly combinations: readonly Combination[];
  /** The most seats that a party can leave empty at its tables; null for no limit. It does not limit the operator. */
  readonly wastedSeatsMax: number | null;
}

/** One way to seat a party: a table, or a combination. */
export interface TableOption {
  /** Ids of its tables. */
  readonly tables: readonly string[];
  /** The smallest party. */
  readonly seatsMin: number;
  /** The largest party. */
  readonly seatsMax: number;
  /** Whether partners and guests can book all of its tables. */
  readonly online: boolean;
  /** The area of all of its tables; null if they have none, or several. */
  readonly area: string | null;
  /** When it is available: each of these must apply, those of its tables and its own; empty for always (D40). */
  readonly seasons: readonly (readonly Season[])[];
  /** Equal for options that are available at the same times; empty for always. */
  readonly seasonKey: string;
}

/**
 * The tables that a party can have: those that are offered `online`, or `all` for the operator. A chosen area is added after a colon:
 * `online:terrace` (D52).
 */
export type TableAccess = Offered | `${Offered}:${string}`;

/** Without a chosen area. */
export type Offered = 'online' | 'all';

/** The access of a party that has chosen this area; undefined: any. */
export function tableAccessOf(offered: Offered, area: string | undefined): TableAccess {
  return area === undefined ? offered : `${offered}:${area}`;
}

/** Whether tables kept for the operator are excluded, and the limits for guests apply. */
export function isOnline(tableAccess: TableAccess): boolean {
  return tableAccess.startsWith('online');
}

/** The chosen area; null for any. */
export function areaOf(tableAccess: TableAccess): string | null {
  const colon = tableAccess.indexOf(':');
  return colon < 0 ? null : tableAccess.slice(colon + 1);
}

/** In the order in which they are filled: single tables before combinations, fewer seats first, then as listed. */
export function tableOptionsOf(plan: FloorPlan): readonly TableOption[] {
  let tableOptions = tableOptionsOfPlan.get(plan);
  if (!tableOptions) {
    const tableOf = new Map(plan.tables.map((table) => [table.id, table]));
    const option = (tables: readonly string[], { seatsMin, seatsMax, when }: SeatsAndSeason): TableOption => {
      const its = tables.map((id) => tableOf.get(id)!);
      const own = tables.length > 1 ? [when] : [];
      const seasons = [...its.map((table) => table.when), ...own].filter((one) => one !== undefined);
      const seasonKey = seasons.length === 0 ? '' : JSON.stringify(seasons);
      const area = its.every((table) => table.area === its[0]!.area) ? its[0]!.area : null;
      const online = its.every((table) => table.online);
      return { tables, seatsMin, seatsMax, online, area, seasons, seasonKey };
    };
    const singles = plan.tables.map((table) => option([table.id], table));
    const joined = plan.combinations.map((combination) => option(combination.tables, combination));
    const bySeats = (a: TableOption, b: TableOption): number => a.seatsMax - b.seatsMax;
    tableOptions = [...singles.toSorted(bySeats), ...joined.toSorted(bySeats)];
    tableOptionsOfPlan.set(plan, tableOptions);
  }
  return tableOptions;
}

type SeatsAndSeason = Pick<Combination, 'seatsMin' | 'seatsMax' | 'when'>;

const tableOptionsOfPlan = new WeakMap<FloorPlan, readonly TableOption[]>();

/** Whether an option, or a booking, has exactly these tables, in any order. */
export function consistsOf({ tables: own }: Pick<TableOption, 'tables'>, tables: readonly string[]): boolean {
  return own.length === tables.length && own.every((table) => tables.includes(table));
}

/** The options that admit a party of this size, one bit each in the order of {@link tableOptionsOf}. Sizes with equal options share one array. */
export function tableOptionsAdmitting(
  plan: FloorPlan,
  partySize: number,
  tableAccess: TableAccess,
): Int32Array {
  let known = admitting.get(plan);
  if (!known) {
    const largest = tableOptionsOf(plan).reduce((most, option) => Math.max(most, option.seatsMax), 0);
    admitting.set(plan, (known = { largest, sizes: new Map() }));
  }
  const size = Math.min(partySize, known.largest + 1);
  let sizes = known.sizes.get(tableAccess);
  if (!sizes) known.sizes.set(tableAccess, (sizes = []));
  return (sizes[size] ??= shared(
    sizes,
    bitsWhere(tableOptionsOf(plan), (option) => admits(plan, option, size, tableAccess)),
  ));
}

function shared(known: readonly (Int32Array | undefined)[], bits: Int32Array): Int32Array {
  return known.find((other) => other?.every((word, i) => word === bits[i])) ?? bits;
}

interface Admitting {
  readonly sizes: Map<TableAccess, Int32Array[]>;
  /** The largest party that fits anywhere: all larger ones are equal. */
  readonly largest: number;
}

const admitting = new WeakMap<FloorPlan, Admitting>();

function admits(plan: FloorPlan, option: TableOption, partySize: number, tableAccess: TableAccess): boolean {
  if (partySize < option.seatsMin || partySize > option.seatsMax) return false;
  const area = areaOf(tableAccess);
  if (area !== null && option.area !== area) return false;
  if (!isOnline(tableAccess)) return true;
  return (
    option.online && (plan.wastedSeatsMax === null || option.seatsMax - partySize <= plan.wastedSeatsMax)
  );
}

/** Whether some option admits the party if all tables are free. `out`: the options out of season, one bit each, null for none. */
export function planAdmits(
  plan: FloorPlan,
  partySize: number,
  tableAccess: TableAccess,
  out: Int32Array | null,
): boolean {
  const admitted = tableOptionsAdmitting(plan, partySize, tableAccess);
  for (let i = 0; i < admitted.length; i++) if ((admitted[i]! & ~(out?.[i] ?? 0)) !== 0) return true;
  return false;
}

/** The number of 32-bit words for one bit per option. */
export function wordsOf(tableOptions: readonly TableOption[]): number {
  return Math.max(1, Math.ceil(tableOptions.length / 32));
}

/** One bit for each option, set if the predicate holds. */
export function bitsWhere(
  tableOptions: readonly TableOption[],
  holds: (option: TableOption) => boolean,
): Int32Array {
  const bits = new Int32Array(wordsOf(tableOptions));
  tableOptions.forEach((option, i) => {
    if (holds(option)) bits[i >>> 5]! |= 1 << (i & 31);
  });
  return bits;
}
