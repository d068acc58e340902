/** Figures for people. */
import { type Figure, isReached } from './figure.ts';

/** Three digits that count, but no thousands swallowed. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toLocaleString('en', {
    maximumFractionDigits: size === 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3,
  });
}

export function goalOf({ atLeast, atMost }: Figure): string {
  if (atLeast !== undefined) return `≥ ${digits(atLeast)}`;
  return atMost === undefined ? '' : `≤ ${digits(atMost)}`;
}

/** Reached or missed; '' without a goal. */
export function standing(figure: Figure): string {
  const isMet = isReached(figure);
  return isMet === null ? '' : isMet ? 'reached' : 'missed';
}

/** Lines of aligned columns; the caller adds the verdict of each figure. */
export function tableOf(
  figures: readonly Figure[],
  standingOf: (figure: Figure) => string = standing,
): string[] {
  const cellsOf = (figure: Figure): string[] => [
    figure.goal,
    figure.what,
    `${digits(figure.figure)} ${figure.unit}`.trim(),
    figure.ceiling === null ? '' : `${digits(figure.ceiling)} ${figure.unit}`,
    digits(figure.ratio),
    goalOf(figure),
    standingOf(figure),
    figure.against,
  ];
  const rows = [
    ['', '', 'figure', 'ceiling', 'ratio', 'goal', '', 'the ceiling is'],
    ...figures.map(cellsOf),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isNumber = (column: number): boolean => column >= 2 && column <= 4;
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}
