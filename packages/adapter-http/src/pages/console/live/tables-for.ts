import type { Booking, Location } from '@bord/engine';

/**
 * Which tables are meant by one that a party is put on: it alone where it has seats for them; else the smallest of its combinations that has; else
 * it alone all the same, which is then refused.
 */
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
