import type { Timeline, TimelineRow, TimelineSection } from '@bord/engine/adapters';
import { plain } from '../plain.ts';
import type { Paint } from '../terminal.ts';
import { BREAK_WIDTH, type Canvas, canvasOf } from './canvas.ts';
import { coverLines } from './cover-lines.ts';
import { cutTo, fitted, widthOf } from './display-width.ts';
import { DIRECTED_SPACE, type Glyphs, isRightToLeft } from './glyphs.ts';
import { type Pen, rowLines } from './row-lines.ts';

export interface PictureStyle {
  readonly columns: number;
  readonly glyphs: Glyphs;
  readonly paint: Paint;
}

/** Number of lines from which the hours are repeated at the bottom. */
const TALL = 30;
/** Room for time, however long the names of tables are. */
const LEAST_CANVAS = 12;

/** Tables down, time across: the lines of a drawing that has something to show. */
export function pictureLines(timeline: Timeline, { columns, glyphs, paint }: PictureStyle): string[] {
  const labels = labelsOf(timeline, columns);
  const canvas = canvasOf(timeline, columns - labels.width);
  const pen: Pen = { canvas, glyphs, paint };
  const indent = ' '.repeat(labels.width);
  const hours = indent + hoursLine(timeline, pen);
  const isUndivided = timeline.sections.every(({ kind, area }) => kind === 'area' && area === null);
  const rows = timeline.sections.flatMap((section) => [
    ...(isUndivided ? [] : [headingOf(section, columns, paint)]),
    ...section.rows.flatMap((row) =>
      rowLines(row, timeline, pen).map(
        (line, i) => `${i === 0 && row.lane === 0 ? labels.of(row) : indent}${line}`,
      ),
    ),
  ]);
  const { minutes, numbers, levels } = coverLines(timeline, pen);
  const coversName = minutes === 0 ? 'covers' : `covers/${minutes}'`;
  const covers = [levels && indent + levels, numbers && fitted(coversName, labels.width) + numbers];
  return [
    hours,
    ...rows,
    ...(rows.length >= TALL ? [hours] : []),
    ...(numbers === '' ? [] : ['', ...covers.filter((line) => line !== '')]),
  ].map((line) => line.trimEnd());
}

function labelsOf(
  { sections }: Timeline,
  columns: number,
): { readonly width: number; readonly of: (row: TimelineRow) => string } {
  const rows = sections.flatMap((section) => section.rows);
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(widthOf));
  const seatsWidth = widest(rows.map(seatsOf));
  const most = Math.max(2, Math.min(Math.floor(columns / 8), columns - LEAST_CANVAS - seatsWidth - 2));
  const idWidth = Math.min(most, Math.max('covers/30'.length - seatsWidth - 1, widest(rows.map(idOf))));
  return {
    width: idWidth + seatsWidth + 2,
    of(row) {
      const between = isRightToLeft(idOf(row)) ? DIRECTED_SPACE : ' ';
      return `${fitted(idOf(row), idWidth)}${between}${seatsOf(row).padStart(seatsWidth)} `;
    },
  };
}

function idOf({ tableId }: TimelineRow): string {
  return plain(tableId ?? '');
}

function seatsOf({ table }: TimelineRow): string {
  if (!table) return '';
  const { seatsMin, seatsMax } = table;
  return seatsMin === seatsMax ? String(seatsMax) : `${seatsMin}–${seatsMax}`;
}

function headingOf({ kind, area }: TimelineSection, columns: number, paint: Paint): string {
  if (kind === 'unseated') return paint.bold(paint.red('waiting for a table'));
  if (kind === 'gone') return paint.bold('no longer in the plan');
  return paint.bold(cutTo(area === null ? 'other tables' : plain(area), columns));
}

/** The hours where they begin: `19:00`, or `19` where there is little room. Now has its place among them. */
function hoursLine({ axis, nowMs }: Timeline, { canvas, glyphs, paint }: Pen): string {
  const cells = Array.from({ length: canvas.width }, () => ' ');
  const write = (text: string, column: number, style: (text: string) => string): boolean => {
    const isFree = cells
      .slice(Math.max(0, column - 1), column + text.length + 1)
      .every((cell) => cell === ' ');
    if (!isFree || column + text.length > canvas.width) return false;
    cells.fill('', column, column + text.length);
    cells[column] = style(text);
    return true;
  };
  for (const column of canvas.breaks) cells.fill('/', column, column + BREAK_WIDTH);
  const hasRoom = hourWidth(canvas, axis.ticks) > '19:00'.length;
  for (const { ms, hour } of axis.ticks) {
    const short = String(hour).padStart(2, '0');
    const column = canvas.columnOf(ms);
    if (!hasRoom || !write(`${short}:00`, column, paint.bold)) write(short, column, paint.bold);
  }
  if (nowMs !== null && cells[canvas.columnOf(nowMs)] === ' ')
    cells[canvas.columnOf(nowMs)] = paint.red(glyphs.now);
  return cells.join('').trimEnd();
}

function hourWidth({ columnOf, width }: Canvas, ticks: Timeline['axis']['ticks']): number {
  const columns = ticks.map(({ ms }) => columnOf(ms));
  return Math.min(width, ...columns.slice(1).map((column, i) => column - columns[i]!));
}
