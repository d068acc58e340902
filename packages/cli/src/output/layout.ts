import Table from 'cli-table3';
import { plainLine } from './plain.ts';
import { paint } from './terminal.ts';

/** Lines of columns below their headings. Each cell stays one line. */
export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return columns([head.map((name) => paint.dim(name)), ...rows]);
}

/** Names and their values, one a line; those without a value are left out. */
export function factsText(facts: Readonly<Record<string, string | null>>): string {
  return columns(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[paint.dim(name), value]])),
  );
}

function columns(rows: readonly (readonly string[])[]): string {
  const table = new Table({
    chars: Object.fromEntries(BORDERS.map((border) => [border, ''])),
    style: { 'padding-left': 0, 'padding-right': 2, head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => row.map(plainLine)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const BORDERS = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
  'middle',
] as const;
