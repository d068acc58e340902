import type { Interval } from '@bord/engine';
import { axisScale, type Timeline } from '@bord/engine/adapters';

/** Percent of the width for each break. */
export const BREAK = 1.5;

export interface Across {
  readonly at: (ms: number) => number;
  readonly span: (interval: Interval) => { readonly x: string; readonly width: string };
}

export function acrossOf({ axis }: Timeline): Across {
  const at = axisScale(axis, 100, BREAK);
  return {
    at,
    span: ({ startMs, endMs }) => ({ x: percent(at(startMs)), width: percent(at(endMs) - at(startMs)) }),
  };
}

/** As an attribute has it: a hundredth of a percent is less than a pixel. */
export function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
