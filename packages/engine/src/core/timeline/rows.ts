import { isLive } from '../booking/booking.ts';
import type { Table } from '../location/floor-plan.ts';
import type { Interval } from '../instant.ts';
import type { TableBlock, TableHold } from './day-sheet.ts';
import { without } from './stretches.ts';
import type { TimelineBar, TimelinePiece, TimelineRow, TimelineSection } from './timeline.ts';

interface RowContents {
  readonly tables: readonly Table[];
  readonly bars: readonly TimelineBar[];
  readonly blocks: readonly TableBlock[];
  readonly holds: readonly TableHold[];
  /** When an empty table is available. */
  readonly open: readonly Interval[];
  /** The hours of all periods, and of those for which a table is out of season. */
  readonly hours: readonly Interval[];
  readonly closedHours: (table: Table) => readonly Interval[];
}

/** The parties with a piece: their number of pieces, and the table of the first. */
type SeenBars = Map<TimelineBar, { readonly parts: number; readonly firstTableId: string | null }>;

export function sectionsOf(contents: RowContents): TimelineSection[] {
  const { tables, bars, blocks, holds } = contents;
  const known = new Set(tables.map(({ id }) => id));
  const taken = [...blocks, ...holds].map(({ table }) => table);
  const held = [...bars.flatMap(({ booking }) => booking.tables), ...taken];
  const gone = [...new Set(held)].filter((id) => !known.has(id)).toSorted();
  const waiting = bars.filter(({ booking }) => booking.tables.length === 0 && isLive(booking));
  const areas = [...new Set(tables.map(({ area }) => area))].toSorted(noneLast);
  const seen: SeenBars = new Map();
  return [
    {
      kind: 'unseated' as const,
      area: null,
      rows: rowsOf(
        { tableId: null, table: null, free: [], closed: [] },
        piecesOf(null, waiting, [], [], seen),
      ),
    },
    ...areas.map((area) => ({
      kind: 'area' as const,
      area,
      rows: tables
        .filter((table) => table.area === area)
        .flatMap((table) => tableRows(contents, table.id, table, seen)),
    })),
    {
      kind: 'gone' as const,
      area: null,
      rows: gone.flatMap((id) => tableRows(contents, id, null, seen)),
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** Areas stay in the order of the plan; tables without an area follow. */
function noneLast(a: string | null, b: string | null): number {
  return Number(a === null) - Number(b === null);
}

function tableRows(
  { bars, blocks, holds, open, hours, closedHours }: RowContents,
  id: string,
  table: Table | null,
  seen: SeenBars,
): TimelineRow[] {
  const here = bars.filter(({ booking }) => booking.tables.includes(id));
  const blocked = blocks.filter((block) => block.table === id);
  const reserved = holds.filter((hold) => hold.table === id);
  const holding = here.filter(({ stage }) => stage !== 'gone').map(heldInterval);
  const closed = table ? closedHours(table) : [];
  const free = table ? without(open, [...holding, ...blocked, ...reserved, ...closed]) : [];
  const first = { tableId: id, table, free, closed };
  const rows = rowsOf(first, piecesOf(id, here, blocked, reserved, seen));
  const isOut = closed.length > 0 && closed.length === hours.length;
  return rows.length > 0 || isOut ? rows : [{ ...first, lane: 0, pieces: [] }];
}

function heldInterval({ startMs, heldUntilMs }: TimelineBar): Interval {
  return { startMs, endMs: heldUntilMs };
}

/** By start; each piece has its number among the tables of its party. */
function piecesOf(
  tableId: string | null,
  bars: readonly TimelineBar[],
  blocks: readonly TableBlock[],
  holds: readonly TableHold[],
  seen: SeenBars,
): TimelinePiece[] {
  const parties = bars.map((bar): TimelinePiece => {
    const { parts, firstTableId } = seen.get(bar) ?? { parts: 0, firstTableId: tableId };
    seen.set(bar, { parts: parts + 1, firstTableId });
    return { kind: 'party', bar, part: parts, firstTableId };
  });
  const blocked = blocks.map((block): TimelinePiece => ({ kind: 'block', block }));
  const reserved = holds.map((hold): TimelinePiece => ({ kind: 'hold', hold }));
  return [...parties, ...blocked, ...reserved].toSorted(
    (a, b) => intervalOf(a).startMs - intervalOf(b).startMs,
  );
}

/** The fewest rows in which pieces do not overlap; none without pieces. */
function rowsOf(
  first: Omit<TimelineRow, 'lane' | 'pieces'>,
  pieces: readonly TimelinePiece[],
): TimelineRow[] {
  const lanes: TimelinePiece[][] = [];
  for (const piece of pieces) {
    const { startMs } = intervalOf(piece);
    const lane = lanes.find((taken) => intervalOf(taken.at(-1)!).endMs <= startMs);
    if (lane) lane.push(piece);
    else lanes.push([piece]);
  }
  return lanes.map((own, lane) => {
    const ground = lane === 0 ? first : { ...first, free: [], closed: [] };
    return { ...ground, lane, pieces: own };
  });
}

/** The interval in which a piece takes its table. */
export function intervalOf(piece: TimelinePiece): Interval {
  if (piece.kind === 'party') return heldInterval(piece.bar);
  return piece.kind === 'block' ? piece.block : piece.hold;
}
