/** The floors of figures, and the comparison of a figure with its floor and its goal. */
import { type Figure, isReached } from './figure.ts';

/** The least of a ratio that has to be large, and the most of one that has to be small; by the figure's goal and name. */
export type Floors = Readonly<Record<string, number>>;

export type Verdict =
  | 'reached'
  /** Below the goal, but not below its floor: reported only. */
  | 'missed goal'
  | 'below its floor'
  | 'has no floor'
  /** It has no goal: it explains another. */
  | '';

export const nameOf = ({ goal, what }: Figure): string => `${goal} ${what}`;

export function verdictOf(figure: Figure, floors: Floors): Verdict {
  const isMet = isReached(figure);
  if (isMet === null) return '';
  const floor = floors[nameOf(figure)];
  if (floor === undefined) return 'has no floor';
  if (isMet) return 'reached';
  return Number.isFinite(figure.ratio) && !isWorse(figure, floor) ? 'missed goal' : 'below its floor';
}

/** Verdicts that fail the check. */
export const isFailure = (verdict: Verdict): boolean =>
  verdict === 'below its floor' || verdict === 'has no floor';

function isWorse({ ratio, atLeast }: Figure, floor: number): boolean {
  return atLeast === undefined ? ratio > floor : ratio < floor;
}

/** So much of a recorded ratio is its floor: machines that do other things as well measure less. */
const PART = 0.7;

/** The floors after recording: new figures get a floor, floors are never lowered, and those of removed figures are deleted. */
export function raised(floors: Floors, figures: readonly Figure[]): Floors {
  const after: Record<string, number> = {};
  for (const figure of figures) {
    const { ratio, atLeast, atMost } = figure;
    const name = nameOf(figure);
    const before = floors[name];
    if (atLeast !== undefined) after[name] = Math.max(before ?? 0, Math.min(atLeast, rounded(ratio * PART)));
    else if (atMost !== undefined)
      after[name] = Math.min(before ?? Infinity, Math.max(atMost, rounded(ratio / PART)));
  }
  return Object.fromEntries(Object.entries(after).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

const rounded = (ratio: number): number => Number(ratio.toPrecision(2));

/** Floors of removed figures, among those of these goals. */
export function stale(floors: Floors, figures: readonly Figure[]): string[] {
  const names = new Set(figures.map(nameOf));
  const goals = new Set(figures.map(({ goal }) => goal));
  return Object.keys(floors).filter((name) => goals.has(name.split(' ')[0]!) && !names.has(name));
}

/** Of each figure the run in the middle, by its ratio. Figures that a run does not have are taken from the others. */
export function middle(runs: readonly (readonly Figure[])[]): Figure[] {
  const byName = Map.groupBy(runs.flat(), nameOf);
  return [...byName.values()].map((same) => {
    const sorted = same.toSorted((a, b) => a.ratio - b.ratio);
    return sorted[(sorted.length - 1) >> 1]!;
  });
}
