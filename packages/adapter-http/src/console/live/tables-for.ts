import type { Booking, Location } from '@bord/engine';

/** The table alone where it seats the party; else the smallest of its combinations that does; else it alone, which is then rejected. */
export function tablesFor(
  { floorPlan: { tables, combinations } }: Location,
  { partySize, tables: own }: Pick<Booking, 'partySize' | 'tables'>,
  table: string,
): readonly string[] {
  const options = [...tables.map(({ id, ...seats }) => ({ ...seats, tables: [id] })), ...combinations]
    .filter((option) => option.tables.includes(table))
    .filter(({ seatsMin, seatsMax }) => seatsMin <= partySize && partySize <= seatsMax)
    .toSorted((a, b) => a.tables.length - b.tables.length || a.seatsMax - b.seatsMax);
  // Over another part of what it has already it stays at all of it.
  const isOwn = own.length > 1 && own.includes(table);
  return isOwn ? own : (options[0]?.tables ?? [table]);
}
