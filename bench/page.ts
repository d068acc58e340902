/** The part of docs/explain/performance.md that is made from the record. */
import type { Figure } from './figure.ts';
import type { Recorded } from './record.ts';
import { digits, goalOf, standing } from './table.ts';

const BEGIN = '<!-- figures: written by `npm run bench -- --record` -->';
const END = '<!-- end of figures -->';

/** The page with the figures of the record; throws when it has no place for them. */
export function pageOf(page: string, recorded: Recorded): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`the page has no part between ${BEGIN} and ${END}`);
  return `${page.slice(0, from)}${BEGIN}\n\n${figuresOf(recorded)}\n${page.slice(to)}`;
}

function figuresOf({ machine, benchmarks }: Recorded): string {
  const parts = Object.entries(benchmarks).map(([name, { date, commit, runs, figures }]) => {
    const of = runs === 1 ? 'one run' : `the one in the middle of ${runs} runs`;
    return `**\`${name}\`**, ${date}, commit ${commit}, ${of}\n\n${tableOf(figures)}\n`;
  });
  return [`Measured on ${machine}.\n`, ...parts].join('\n');
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { goal, what, unit, ceiling, ratio, against } = figure;
    const beside = ceiling === null ? against : `${digits(ceiling)} ${unit} ${against}`;
    const cells = [
      goal,
      what,
      `${digits(figure.figure)} ${unit}`,
      beside,
      digits(ratio),
      goalOf(figure),
      standing(figure),
    ];
    return `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    '| | | figure | compared with | ratio | goal | |',
    '|---|---|---:|---|---:|---:|---|',
    ...rows,
  ].join('\n');
}
