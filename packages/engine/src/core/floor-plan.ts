/** One table of the house. */
export interface Table {
  /** Unique in the location; also its name on the floor: `T1`, `12`, `window 3`. */
  readonly id: string;
  /** The smallest party that is seated here, 1 or more. */
  readonly seatsMin: number;
  /** The largest party that fits, `seatsMin` or more. */
  readonly seatsMax: number;
  /** Part of the house: `window`, `bar`. */
  readonly area: string | null;
  /** False: kept for the operator (walk-ins, phone); partners and guests never get it. */
  readonly online: boolean;
}

/** Tables that may be joined, with seats of their own: two fours may seat six or ten, it is never simply the sum. */
export interface Combination {
  /** Two or more table ids. */
  readonly tables: readonly string[];
  readonly seatsMin: number;
  readonly seatsMax: number;
}

/** What a location seats its parties at. */
export interface FloorPlan {
  readonly tables: readonly Table[];
  readonly combinations: readonly Combination[];
  /** The most seats a party may leave empty at its tables; null for no limit. The operator is not bound by it. */
  readonly wastedSeatsMax: number | null;
}

/** One way to seat a party: a table, or a combination. */
export interface Place {
  readonly tables: readonly string[];
  readonly seatsMin: number;
  readonly seatsMax: number;
  /** All of its tables are open to partners and guests. */
  readonly online: boolean;
}

/** Who asks for a table: the operator may use tables kept from others. */
export type Reach = 'online' | 'all';

/**
 * The places of a floor plan in the order in which they are filled (best fit): single tables before combinations,
 * fewer seats before more, then as the operator listed them.
 */
export function placesOf(plan: FloorPlan): readonly Place[] {
  let places = placesOfPlan.get(plan);
  if (!places) {
    const tableOf = new Map(plan.tables.map((table) => [table.id, table]));
    const place = (tables: readonly string[], seats: { seatsMin: number; seatsMax: number }): Place => ({
      tables,
      seatsMin: seats.seatsMin,
      seatsMax: seats.seatsMax,
      online: tables.every((id) => tableOf.get(id)!.online),
    });
    const singles = plan.tables.map((table) => place([table.id], table));
    const joined = plan.combinations.map((combination) => place(combination.tables, combination));
    const bySeats = (a: Place, b: Place): number => a.seatsMax - b.seatsMax;
    places = [...singles.toSorted(bySeats), ...joined.toSorted(bySeats)];
    placesOfPlan.set(plan, places);
  }
  return places;
}

const placesOfPlan = new WeakMap<FloorPlan, readonly Place[]>();

/** The place is made of exactly these tables, in whatever order. */
export function consistsOf(place: Place, tables: readonly string[]): boolean {
  return place.tables.length === tables.length && place.tables.every((table) => tables.includes(table));
}

/** The places that admit a party of this size, one bit each in the order of {@link placesOf}. */
export function placesAdmitting(plan: FloorPlan, partySize: number, reach: Reach): Int32Array {
  let known = admitting.get(plan);
  if (!known) {
    const largest = placesOf(plan).reduce((most, place) => Math.max(most, place.seatsMax), 0);
    admitting.set(plan, (known = { largest, online: [], all: [] }));
  }
  const size = Math.min(partySize, known.largest + 1);
  return (known[reach][size] ??= bitsWhere(placesOf(plan), (place) => admits(plan, place, size, reach)));
}

interface Admitting extends Record<Reach, Int32Array[]> {
  /** The largest party that fits anywhere: all that are larger are alike. */
  readonly largest: number;
}

const admitting = new WeakMap<FloorPlan, Admitting>();

function admits(plan: FloorPlan, place: Place, partySize: number, reach: Reach): boolean {
  if (partySize < place.seatsMin || partySize > place.seatsMax) return false;
  if (reach === 'all') return true;
  return place.online && (plan.wastedSeatsMax === null || place.seatsMax - partySize <= plan.wastedSeatsMax);
}

/** Some place of the house admits the party, were the house empty. */
export function houseAdmits(plan: FloorPlan, partySize: number, reach: Reach): boolean {
  return placesAdmitting(plan, partySize, reach).some((word) => word !== 0);
}

/** How many 32-bit words hold one bit for each place. */
export function wordsOf(places: readonly Place[]): number {
  return Math.max(1, Math.ceil(places.length / 32));
}

/** One bit for each place, set where the predicate holds. */
export function bitsWhere(places: readonly Place[], holds: (place: Place) => boolean): Int32Array {
  const bits = new Int32Array(wordsOf(places));
  places.forEach((place, i) => {
    if (holds(place)) bits[i >>> 5]! |= 1 << (i & 31);
  });
  return bits;
}
