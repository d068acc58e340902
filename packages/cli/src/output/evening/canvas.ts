import { HOUR_MS, type Interval } from '@bord/engine';
import { axisScale, type Timeline } from '@bord/engine/adapters';

export interface Canvas {
  readonly width: number;
  /** The column at which an instant begins, from 0 to `width`. */
  readonly columnOf: (ms: number) => number;
  /** The columns of an interval: the first, and the first behind it. At least `least` wide. */
  readonly columnsOf: (interval: Interval, least?: number) => readonly [number, number];
  /** The first columns of the breaks, each `BREAK_WIDTH` wide. */
  readonly breaks: readonly number[];
}

export const BREAK_WIDTH = 2;

/** As wide as fits, with hours of equal width: of whole quarters where there is room for it. */
export function canvasOf({ axis }: Pick<Timeline, 'axis'>, columns: number): Canvas {
  const hours = axis.stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / HOUR_MS;
  const breaksWidth = BREAK_WIDTH * (axis.stretches.length - 1);
  const most = (columns - breaksWidth) / hours;
  const perHour = most >= 12 ? Math.floor(most / 4) * 4 : most >= 4 ? Math.floor(most) : most;
  const width = Math.min(columns, Math.ceil(perHour * hours + breaksWidth));
  const scale = axisScale(axis, perHour * hours + breaksWidth, BREAK_WIDTH);
  const columnOf = (ms: number): number => Math.min(width, Math.round(scale(ms)));
  return {
    width,
    columnOf,
    columnsOf({ startMs, endMs }, least = 0) {
      const first = Math.min(columnOf(startMs), width - least);
      return [first, Math.max(columnOf(endMs), first + least)];
    },
    breaks: axis.stretches.slice(0, -1).map(({ endMs }) => columnOf(endMs)),
  };
}
