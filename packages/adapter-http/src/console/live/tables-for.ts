import type { Booking, Location } from '@bord/engine';

/** The table alone if it seats the party; otherwise its smallest combination that does, or the table, which is then rejected. */
export function tablesFor(
  { floorPlan: { tables, combinations } }: Location,
  { partySize, tables: own }: Pick<Booking, 'partySize' | 'tables'>,
  table: string,
): readonly string[] {
  const options = [...tables.map(({ id, ...seats }) => ({ ...seats, tables: [id] })), ...combinations]
    .filter((option) => option.tables.includes(table))
    .filter(({ seatsMin, seatsMax }) => seatsMin <= partySize && partySize <= seatsMax)
    .toSorted((a, b) => a.tables.length - b.tables.length || a.seatsMax - b.seatsMax);
  // A party that is dropped on one of its joined tables keeps all of them.
  const isOwn = own.length > 1 && own.includes(table);
  return isOwn ? own : (options[0]?.tables ?? [table]);
}
