import { overlaps } from '../instant.ts';
import { intervalOf } from './rows.ts';
import type { Timeline } from './timeline.ts';

/** How many tables of the plan are in season and empty at the shown current time, closed hours included; null while no period runs. */
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
