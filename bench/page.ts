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

/** The figures that have a goal. The others explain them, and are in the record only. */
function figuresOf({ machine, benchmarks }: Recorded): string {
  const measured = Object.values(benchmarks);
  const dates = measured.map(({ date }) => date).toSorted();
  const withGoal = measured.flatMap(({ figures }) => figures).filter((figure) => goalOf(figure) !== '');
  return [
    `Measured on ${machine}, ${dates[0] === dates.at(-1) ? '' : `${dates[0]} to `}${dates.at(-1)}. [bench/figures.json](../../bench/figures.json) has the date, the commit and the`,
    'number of runs of each figure, and those that explain it.\n',
    `${tableOf(withGoal.toSorted((one, other) => numberOf(one) - numberOf(other)))}\n`,
  ].join('\n');
}

const numberOf = ({ goal }: Figure): number => Number(goal.slice(1));

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
    '| name | measures | figure | compared with | ratio | goal | result |',
    '|---|---|---:|---|---:|---:|---|',
    ...rows,
  ].join('\n');
}
