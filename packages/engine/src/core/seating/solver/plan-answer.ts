import type { Reseating } from '../../booking/diary.ts';
import type { Board } from './board.ts';

/** The request's tables, and the bookings that get other tables for it, in the order of their start. */
export interface PlanAnswer {
  readonly kind: 'seated';
  readonly tables: readonly string[];
  readonly reseatings: readonly Reseating[];
}

/** The answer for the request from the plan on a board, with every booking that has other tables in it than today. */
export function asAnswer({ instance, tableOption }: Board): PlanAnswer {
  const { floor, movables } = instance;
  const tablesOf = (i: number): readonly string[] => floor.tableOptions[tableOption[i]!]!.tables;
  const reseatings: Reseating[] = [];
  for (const [i, booking] of movables.entries())
    if (tableOption[i] !== instance.tableOption[i] && !sameTables(tablesOf(i), booking.tables))
      reseatings.push({ bookingId: booking.id, tables: tablesOf(i) });
  return { kind: 'seated', tables: tablesOf(movables.length), reseatings };
}

function sameTables(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
