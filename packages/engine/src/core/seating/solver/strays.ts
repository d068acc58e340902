/**
 * Bookings at tables where the plan has no option for such a party. The operator has given the table fewer seats, kept it for the operator, or no
 * longer joins it with another, or the table is out of season. Such a booking stays, and may be moved like any other.
 */
import type { DiaryBooking } from '../../booking/diary.ts';
import type { OutOfSeason } from '../../location/out-of-season.ts';
import type { Floor, Kind } from './floor.ts';

/** The floor with these bookings. The tables of a booking that the plan would not seat there become a place, each in a separate family. */
export function withStrays(
  floor: Floor,
  bookings: readonly DiaryBooking[],
  outOfSeasonAt: (startMs: number) => OutOfSeason,
): Floor {
  const strays = bookings.filter(
    (booking) =>
      !kindOf(floor, booking, outOfSeasonAt(booking.startMs)).admits[tableOptionOf(floor, booking.tables)],
  );
  if (strays.length === 0) return floor;
  const tableOptions = [...floor.tableOptions];
  const tablesOf = [...floor.tablesOf];
  const taken = new Set<number>();
  for (const { tables } of strays) {
    const known = knownTables(floor, tables);
    for (const table of known) taken.add(table);
    if (known.length === 0 || tableOptionOf({ ...floor, tablesOf }, tables) >= 0) continue;
    tableOptions.push({
      tables,
      seatsMin: 0,
      seatsMax: 0,
      online: false,
      area: null,
      seasons: [],
      seasonKey: '',
    });
    tablesOf.push(known);
  }
  const familyOf = floor.familyOf.map((family, table) =>
    taken.has(table) ? floor.families.length + table : family,
  );
  const numbers = [...new Set(familyOf)];
  const ranked = familyOf.map((family) => numbers.indexOf(family));
  const families = numbers.map((_, family) => ranked.flatMap((its, table) => (its === family ? table : [])));
  return { ...floor, tableOptions, tablesOf, familyOf: ranked, families };
}

/** The option that consists of these tables, as far as the plan still has them; -1 if there is none. */
export function tableOptionOf(floor: Floor, tables: readonly string[]): number {
  const wanted = knownTables(floor, tables);
  if (wanted.length === 1) return floor.optionOfTable[wanted[0]!]!;
  return floor.tablesOf.findIndex(
    (its) => its.length === wanted.length && its.every((table) => wanted.includes(table)),
  );
}

/** The options of a booking that is at this option: those that the plan has for it, and its present one. */
export function kindAt(floor: Floor, booking: DiaryBooking, tableOption: number, out: OutOfSeason): Kind {
  const kind = kindOf(floor, booking, out);
  return kind.admits[tableOption] ? kind : floor.kindStaying(kind, tableOption);
}

function kindOf(
  floor: Floor,
  { partySize, tableAccess }: Pick<DiaryBooking, 'partySize' | 'tableAccess'>,
  out: OutOfSeason,
): Kind {
  return floor.kindOf(partySize, tableAccess, out);
}

function knownTables({ indexOf }: Floor, tables: readonly string[]): number[] {
  return tables.flatMap((id) => indexOf.get(id) ?? []);
}
