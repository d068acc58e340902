import { overlaps } from '../instant.ts';
import { intervalOf } from './rows.ts';
import type { Timeline } from './timeline.ts';

/** The number of tables that are in season and empty at the shown current time, also in closed hours; null outside the periods. */
export function tablesFreeNow({ nowMs, periods, sections }: Timeline): number | null {
  if (nowMs === null) return null;
  const now = { startMs: nowMs, endMs: nowMs + 1 };
  if (!periods.some((period) => overlaps(period, now))) return null;
  const rows = sections.flatMap((section) => section.rows);
  const taken = new Set(
    rows
      .filter(({ pieces }) => pieces.some((piece) => overlaps(intervalOf(piece), now)))
      .map(({ tableId }) => tableId),
  );
  return rows.filter(
    ({ table, lane, closed }) =>
      table && lane === 0 && !taken.has(table.id) && !closed.some((hours) => overlaps(hours, now)),
  ).length;
}
