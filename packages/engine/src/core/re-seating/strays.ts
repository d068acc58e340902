/**
 * Who sits where the plan has no place for such a party: the operator has given the table fewer seats, kept it for herself, or no longer
 * joins it with another. Such a booking stands, and may be moved like any other.
 */
import type { DiaryBooking } from '../diary.ts';
import type { House, Kind } from './house.ts';

/**
 * The house of an evening with these bookings, which may change tables. Where one of them sits against the plan its tables are a place,
 * and each of the tables is a family of its own: it does matter which of the like it has.
 */
export function withStrays(house: House, bookings: readonly DiaryBooking[]): House {
  const strays = bookings.filter(
    ({ tables, ...party }) => !kindOf(house, party).admits[placeOf(house, tables)],
  );
  if (strays.length === 0) return house;
  const places = [...house.places];
  const tablesOf = [...house.tablesOf];
  const taken = new Set<number>();
  for (const { tables } of strays) {
    const known = knownTables(house, tables);
    for (const table of known) taken.add(table);
    if (known.length === 0 || placeOf({ ...house, tablesOf }, tables) >= 0) continue;
    places.push({ tables, seatsMin: 0, seatsMax: 0, online: false });
    tablesOf.push(known);
  }
  const familyOf = house.familyOf.map((family, table) =>
    taken.has(table) ? house.families.length + table : family,
  );
  const numbers = [...new Set(familyOf)];
  const ranked = familyOf.map((family) => numbers.indexOf(family));
  const families = numbers.map((_, family) => ranked.flatMap((its, table) => (its === family ? table : [])));
  return { ...house, places, tablesOf, familyOf: ranked, families };
}

/** The place that consists of these tables, as far as the plan still has them; -1 if there is none. */
export function placeOf(house: House, tables: readonly string[]): number {
  const wanted = knownTables(house, tables);
  if (wanted.length === 1) return house.placeOfTable[wanted[0]!]!;
  return house.tablesOf.findIndex(
    (its) => its.length === wanted.length && its.every((table) => wanted.includes(table)),
  );
}

/** What admits a booking that sits at this place: the places that the plan has for it, and its own. */
export function kindAt(house: House, booking: DiaryBooking, place: number): Kind {
  const kind = kindOf(house, booking);
  return kind.admits[place] ? kind : house.kindStaying(kind, place);
}

function kindOf(
  house: House,
  { partySize, byOperator }: Pick<DiaryBooking, 'partySize' | 'byOperator'>,
): Kind {
  return house.kindOf(partySize, byOperator ? 'all' : 'online');
}

function knownTables({ indexOf }: House, tables: readonly string[]): number[] {
  return tables.flatMap((id) => indexOf.get(id) ?? []);
}
