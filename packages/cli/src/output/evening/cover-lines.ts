import { MINUTE_MS } from '@bord/engine';
import type { CoverStep, Timeline } from '@bord/engine/adapters';
import type { Paint } from '../terminal.ts';
import type { Canvas } from './canvas.ts';
import type { Pen } from './row-lines.ts';

/** Marks a step in which the kitchen takes no more. */
export const FULL_MARK = '!';

interface Grouping {
  readonly minutes: number;
  readonly groups: readonly Group[];
}

interface Group {
  readonly steps: readonly CoverStep[];
  readonly covers: number;
  readonly isFull: boolean;
}

/** The line of numbers and the line of levels; empty if they do not fit. */
interface CoverLines extends Pick<Grouping, 'minutes'> {
  readonly numbers: string;
  readonly levels: string;
}

/** The guests that start in each step, or in several where a number needs room; below it, their share of the limit. */
export function coverLines({ periods }: Timeline, pen: Pen): CoverLines {
  const { canvas, glyphs, paint } = pen;
  const cells = Array.from({ length: canvas.width }, () => ' ');
  const { minutes, groups } = groupsOf(periods, canvas);
  for (const group of groups) write(cells, group, pen);
  const levels = Array.from({ length: canvas.width }, () => ' ');
  const steps = periods.flatMap((period) => period.steps);
  const most = Math.max(1, ...steps.map(({ coversMax, covers }) => coversMax ?? covers));
  if (glyphs.levels.length > 0)
    for (const step of steps)
      if (step.covers > 0) levels.fill(levelOf(step, most, glyphs.levels, paint), ...canvas.columnsOf(step));
  return { minutes, numbers: cells.join('').trimEnd(), levels: levels.join('').trimEnd() };
}

function groupsOf(periods: Timeline['periods'], canvas: Canvas): Grouping {
  for (const minutes of GROUP_MINUTES) {
    const groups = periods.flatMap(({ steps }) => {
      const stepMs = steps[0] ? steps[0].endMs - steps[0].startMs : MINUTE_MS;
      const count = Math.max(1, Math.floor((minutes * MINUTE_MS) / stepMs));
      return Array.from({ length: Math.ceil(steps.length / count) }, (_, i) =>
        groupOf(steps.slice(i * count, (i + 1) * count)),
      );
    });
    const from = groups.map(({ steps }) => canvas.columnOf(steps[0]!.startMs));
    const isRoomy = groups.every(
      (group, i) => (from[i + 1] ?? canvas.width + 1) - from[i]! > numberOf(group).length,
    );
    if (isRoomy || minutes === GROUP_MINUTES.at(-1)) return { minutes, groups };
  }
  return { minutes: 0, groups: [] };
}

/** 0: each step alone. */
const GROUP_MINUTES = [0, 30, 60, 120, 240] as const;

function groupOf(steps: readonly CoverStep[]): Group {
  return {
    steps,
    covers: steps.reduce((sum, { covers }) => sum + covers, 0),
    isFull: steps.some(({ isFull }) => isFull),
  };
}

function numberOf({ covers, isFull }: Group): string {
  return covers === 0 && !isFull ? '' : `${covers}${isFull ? FULL_MARK : ''}`;
}

/** A number without room before the end is right-aligned. */
function write(cells: string[], group: Group, { canvas, paint }: Pen): void {
  const text = numberOf(group);
  const from = Math.max(0, Math.min(canvas.columnOf(group.steps[0]!.startMs), canvas.width - text.length));
  if (text === '' || cells.slice(from, from + text.length).some((cell) => cell !== ' ')) return;
  cells.fill('', from, from + text.length);
  cells[from] = group.isFull ? paint.red(text) : text;
}

function levelOf(
  { covers, coversMax, isFull }: CoverStep,
  most: number,
  levels: readonly string[],
  paint: Paint,
): string {
  const level = Math.ceil((covers / (coversMax ?? most)) * levels.length);
  const glyph = levels[Math.min(levels.length, level) - 1]!;
  return isFull ? paint.red(glyph) : paint.cyan(glyph);
}
