import type { TableBlock, TableHold } from '@bord/engine';
import type { TimelineBar, TimelinePiece, TimelineRow, TimelineSection } from '@bord/engine/adapters';
import { boxesOf } from './boxes.ts';
import type { DayView } from './day-view.ts';

/** The height of a section's heading, in rows. */
const HEADING_HEIGHT = 0.5;

/** A vertical position in rows: the style defines the height of a row for mouse, finger and paper. */
interface Down {
  readonly y: number;
  readonly height: number;
}

export interface BoardLayout {
  readonly height: number;
  readonly headings: readonly (Down & Pick<TimelineSection, 'kind' | 'area'>)[];
  readonly rows: readonly (Down & { readonly row: TimelineRow })[];
  /** The parties, blocks and holds by start, each once: a party at joined tables that are not adjacent has several boxes. */
  readonly pieces: readonly BoardPiece[];
}

export type BoardPiece =
  | { readonly kind: 'party'; readonly bar: TimelineBar; readonly boxes: readonly PartyBox[] }
  | { readonly kind: 'block'; readonly block: TableBlock; readonly box: Down }
  | { readonly kind: 'hold'; readonly hold: TableHold; readonly box: Down };

export interface PartyBox extends Down {
  readonly isFirst: boolean;
}

export function boardLayout({
  timeline: { sections },
  sheet: { nowMs },
}: Pick<DayView, 'timeline' | 'sheet'>): BoardLayout {
  const headings: BoardLayout['headings'][number][] = [];
  const rows: BoardLayout['rows'][number][] = [];
  const boxesOfBar = new Map<TimelineBar, PartyBox[]>();
  const others: Exclude<BoardPiece, { kind: 'party' }>[] = [];
  let y = 0;
  for (const section of sections) {
    headings.push({ kind: section.kind, area: section.area, y, height: HEADING_HEIGHT });
    const top = y + HEADING_HEIGHT;
    const own = stacked(section.rows, nowMs);
    rows.push(...own.map((row, i) => ({ row, y: top + i, height: 1 })));
    for (const { piece, firstRow, rows: height } of boxesOf(own)) {
      const box = { y: top + firstRow, height };
      if (piece.kind !== 'party') others.push({ ...piece, box });
      else {
        const boxes = boxesOfBar.get(piece.bar) ?? [];
        boxesOfBar.set(piece.bar, [...boxes, { ...box, isFirst: piece.part === 0 }]);
      }
    }
    y = top + own.length;
  }
  const parties = [...boxesOfBar].map(([bar, boxes]) => ({ kind: 'party' as const, bar, boxes }));
  return { height: y, headings, rows, pieces: [...parties, ...others].toSorted(byStart) };
}

/** A party beyond its end keeps its row: the box of the next party is drawn over its last minutes. */
function stacked(rows: readonly TimelineRow[], nowMs: number): readonly TimelineRow[] {
  const shown: TimelineRow[] = [];
  for (const row of rows) {
    const above = shown.at(-1);
    const isStacked =
      row.lane > 0 &&
      above?.tableId === row.tableId &&
      row.pieces.every((piece) => above.pieces.every((other) => canShare(piece, other, nowMs)));
    if (!isStacked) shown.push(row);
    else {
      const pieces = [...above.pieces, ...row.pieces].toSorted(
        (a, b) => shownMs(a).startMs - shownMs(b).startMs,
      );
      shown[shown.length - 1] = { ...above, pieces };
    }
  }
  return shown;
}

function canShare(one: TimelinePiece, other: TimelinePiece, nowMs: number): boolean {
  if ([one, other].some((piece) => isOverTime(piece, nowMs))) return true;
  const [a, b] = [shownMs(one), shownMs(other)];
  return a.endMs <= b.startMs || b.endMs <= a.startMs;
}

function isOverTime(piece: TimelinePiece, nowMs: number): boolean {
  return piece.kind === 'party' && piece.bar.stage === 'seated' && piece.bar.booking.endMs <= nowMs;
}

function shownMs(piece: TimelinePiece): { readonly startMs: number; readonly endMs: number } {
  if (piece.kind === 'party') return { startMs: piece.bar.startMs, endMs: piece.bar.heldUntilMs };
  return piece.kind === 'block' ? piece.block : piece.hold;
}

/** In the order of arrival, for keyboard navigation. */
function byStart(a: BoardPiece, b: BoardPiece): number {
  return startOf(a) - startOf(b);
}

function startOf(piece: BoardPiece): number {
  if (piece.kind === 'party') return piece.bar.booking.startMs;
  return piece.kind === 'block' ? piece.block.startMs : piece.hold.startMs;
}

/** The value of an attribute. */
export function em(rows: number): string {
  return `${Math.round(rows * 100) / 100}em`;
}
