import type { Interval } from '@bord/engine';
import type { Timeline, TimelinePiece, TimelineRow } from '@bord/engine/adapters';
import type { Paint } from '../terminal.ts';
import { barText } from './bar-text.ts';
import { BREAK_WIDTH, type Canvas } from './canvas.ts';
import type { Glyphs } from './glyphs.ts';

export interface Pen {
  readonly canvas: Canvas;
  readonly glyphs: Glyphs;
  readonly paint: Paint;
}

/** A bar of fewer columns has no room for a size. */
const LEAST_WIDTH = 3;

/** A piece in its columns: the first, and the first behind it. */
interface Placed {
  readonly piece: TimelinePiece;
  readonly from: number;
  readonly to: number;
}

/** A row in lines: one, or more where bars lie so near that they need more columns than they have. */
export function rowLines(row: TimelineRow, timeline: Timeline, pen: Pen): string[] {
  const { canvas } = pen;
  const lines: Placed[][] = [[]];
  for (const piece of row.pieces) {
    const [from, to] = canvas.columnsOf(drawnInterval(piece), LEAST_WIDTH);
    const line = lines.find((placed) => (placed.at(-1)?.to ?? 0) <= from);
    if (line) line.push({ piece, from, to });
    else lines.push([{ piece, from, to }]);
  }
  return lines.map((placed, i) => {
    const ground = groundOf(timeline, i === 0 ? row : null, placed, pen);
    for (const { from, to } of placed) ground.fill('', from, to);
    for (const each of placed) ground[each.from] = drawn(each, timeline, pen);
    return ground.join('').trimEnd();
  });
}

/** The row without bars: free time, periods without the table, hours, turnaround after a party, now. */
function groundOf(
  timeline: Timeline,
  row: TimelineRow | null,
  placed: readonly Placed[],
  pen: Pen,
): string[] {
  const { canvas, glyphs, paint } = pen;
  const cells = Array.from({ length: canvas.width }, () => ' ');
  const free = paint.dim(glyphs.free);
  for (const stretch of row?.free ?? []) cells.fill(free, ...canvas.columnsOf(stretch));
  const closed = paint.dim(glyphs.closed);
  for (const stretch of row?.closed ?? []) cells.fill(closed, ...canvas.columnsOf(stretch));
  const mark = (ms: number, sign: string) => cells.fill(sign, canvas.columnOf(ms), canvas.columnOf(ms) + 1);
  for (const { ms } of timeline.axis.ticks) mark(ms, paint.dim(glyphs.tick));
  for (const { piece } of placed) {
    if (piece.kind !== 'party') continue;
    const { endMs, heldUntilMs } = piece.bar;
    cells.fill(paint.dim(glyphs.buffer), ...canvas.columnsOf({ startMs: endMs, endMs: heldUntilMs }));
  }
  for (const column of canvas.breaks) cells.fill(' ', column, column + BREAK_WIDTH);
  if (timeline.nowMs !== null) mark(timeline.nowMs, paint.red(glyphs.now));
  return cells;
}

function drawn(
  { piece, from, to }: Placed,
  { axis, nowMs }: Timeline,
  { canvas, glyphs, paint }: Pen,
): string {
  const { startMs, endMs } = drawnInterval(piece);
  const cut = {
    before: startMs < axis.stretches[0]!.startMs,
    after: endMs > axis.stretches.at(-1)!.endMs,
  };
  const { text, fillFrom } = barText(piece, to - from, glyphs, cut);
  const now = nowMs === null ? -1 : canvas.columnOf(nowMs) - from;
  const crossed =
    now >= fillFrom && now < to - from - 1 ? withSign(text, now - (to - from), glyphs.now) : text;
  const isOver = nowMs !== null && endMs <= nowMs;
  return isOver ? paint.dim(crossed) : painted(piece, crossed, paint);
}

/** The text with one sign in another's place, counted from the end: there all take one column. */
function withSign(text: string, fromEnd: number, sign: string): string {
  return text.slice(0, fromEnd) + sign + text.slice(fromEnd + 1);
}

function drawnInterval(piece: TimelinePiece): Interval {
  if (piece.kind === 'party') return piece.bar;
  return piece.kind === 'block' ? piece.block : piece.hold;
}

function painted(piece: TimelinePiece, text: string, paint: Paint): string {
  if (piece.kind === 'block') return paint.inverse(paint.dim(text));
  if (piece.kind === 'hold') return paint.yellow(text);
  const { stage, isOther, booking } = piece.bar;
  if (stage === 'gone' || isOther) return paint.dim(text);
  if (booking.tables.length === 0) return paint.inverse(paint.red(text));
  return paint.inverse(paint[STAGE_COLOURS[stage]](text));
}

const STAGE_COLOURS = { expected: 'cyan', arrived: 'yellow', seated: 'green' } as const;
