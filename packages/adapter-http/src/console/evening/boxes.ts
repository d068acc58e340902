import type { TimelineBar, TimelinePiece, TimelineRow } from '@bord/engine/adapters';

/** A piece over consecutive rows: a party at neighbouring joined tables is one box. */
export interface Box {
  readonly piece: TimelinePiece;
  readonly firstRow: number;
  readonly rows: number;
}

export function boxesOf(rows: readonly TimelineRow[]): Box[] {
  const boxes: Box[] = [];
  const lowest = new Map<TimelineBar, number>();
  for (const [row, { pieces }] of rows.entries())
    for (const piece of pieces) {
      const bar = piece.kind === 'party' ? piece.bar : null;
      const index = bar && lowest.get(bar);
      const box = index == null ? null : boxes[index]!;
      if (box && box.firstRow + box.rows === row) boxes[index!] = { ...box, rows: box.rows + 1 };
      else {
        boxes.push({ piece, firstRow: row, rows: 1 });
        if (bar) lowest.set(bar, boxes.length - 1);
      }
    }
  return boxes;
}
