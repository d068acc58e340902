/** The benchmarks that are separate programs: they are run unchanged, and their figures parsed from the output. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Figure } from './figure.ts';

/** A program that takes longer is ended. */
const PATIENCE_MS = 240_000;

async function printedBy(program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=@bord/source', resolve(import.meta.dirname, program), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: PATIENCE_MS,
    },
  );
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = await new Promise<[number | null]>((done, fail) => {
    child.once('error', fail).once('close', (...ended) => done([ended[0]]));
  });
  if (code !== 0) throw new Error(`bench/${program} failed`);
  return printed;
}

/** The numbers of the first line that has this form. */
function numbersIn(printed: string, form: RegExp): number[] {
  const found = form.exec(printed);
  if (!found) throw new Error(`no line like ${form.source} in:\n${printed}`);
  return found.slice(1).map((text) => Number(text.replaceAll(',', '')));
}

/** P5 and P7, from `pg.ts`. */
export async function pg(): Promise<Figure[]> {
  const printed = await printedBy('pg.ts');
  const pair = (form: RegExp) => numbersIn(printed, form) as [number, number];
  const [alone, row] = pair(/^one caller: +([\d,]+) bookings\/s, one row inserted ([\d,]+)\/s/m);
  const [grouped, five] = pair(/^200 callers: +([\d,]+) bookings\/s, five round trips ([\d,]+)\/s/m);
  const [slots] = numbersIn(printed, /^a row a slot: +([\d,]+) bookings\/s/m) as [number];
  const [perSecond, p99] = pair(/^32 rivals: +([\d,]+) decisions\/s, p99 ([\d.]+) ms/m);
  const [deadlocks, overlaps] = pair(/(\d+) deadlocks, (\d+) overlaps$/m);
  const rivals = { goal: 'P7', ceiling: null, against: '' };
  return [
    {
      goal: 'P5',
      what: 'bookings on PostgreSQL, one caller',
      unit: '/s',
      figure: alone,
      ceiling: row,
      against: 'inserting one row',
      ratio: alone / row,
      atLeast: 0.45,
    },
    {
      goal: 'P5',
      what: 'the same, 200 callers',
      unit: '/s',
      figure: grouped,
      ceiling: five,
      against: 'five round trips a booking',
      ratio: grouped / five,
      atLeast: 5,
    },
    {
      goal: 'P5',
      what: 'the same',
      unit: '/s',
      figure: grouped,
      ceiling: slots,
      against: 'a row for each table and time, locked and updated',
      ratio: grouped / slots,
    },
    {
      ...rivals,
      what: '32 rivals for four tables: decisions',
      unit: '/s',
      figure: perSecond,
      ratio: perSecond,
      atLeast: 4000,
    },
    { ...rivals, what: 'the same, p99', unit: 'ms', figure: p99, ratio: p99, atMost: 50 },
    {
      ...rivals,
      what: 'the same, overlaps and deadlocks',
      unit: '',
      figure: overlaps + deadlocks,
      ratio: overlaps + deadlocks,
      atMost: 0,
    },
  ];
}

/** Days per restaurant: enough to see the effect of a change. For the last decimal run `re-seating.ts` directly. */
const DAYS = 6;
/** Begins the name of the restaurant in which half of the parties choose an area. */
const AREAS = 'three areas';
/** Those that have goals, by the part of their names that picks them; and how many of a hundred questions may stay undecided. */
const RESEATED: readonly (readonly [name: string, undecidedMax: number])[] = [
  ['10 tables', 0.01],
  ['40 tables, 4 classes', 0.01],
  ['40 tables, 7 overlapping classes', 0.01],
  ['40 tables, 11 combinations', 1],
  [AREAS, 0.01],
];
const PRINTED_ROW =
  /^(.+?) +\d+ +\d+ % +(\d+) of (\d+) +[\d.]+ +[\d.]+ +([\d.]+) +([\d.]+) .* \+(-?[\d.]+) %$/gm;

/** The results of one restaurant's questions. */
interface Reseated {
  readonly name: string;
  readonly undecidedMax: number;
  readonly undecided: number;
  readonly p99: number;
  readonly dayMs: number;
  readonly covers: number;
}

/** P10, from `re-seating.ts`: each figure of its worst restaurant. */
export async function reSeating(): Promise<Figure[]> {
  const restaurants: Reseated[] = [];
  for (const [part, undecidedMax] of RESEATED) {
    const printed = await printedBy('re-seating.ts', String(DAYS), part);
    const lines = [...printed.matchAll(PRINTED_ROW)];
    if (lines.length === 0) throw new Error(`no house in:\n${printed}`);
    for (const [, name = '', ...numbers] of lines) {
      const [open = 0, questions = 0, p99 = 0, dayMs = 0, covers = 0] = numbers.map(Number);
      restaurants.push({
        name: name.trim(),
        undecidedMax,
        undecided: (100 * open) / questions,
        p99,
        dayMs,
        covers,
      });
    }
  }
  const [inAreas, others] = [true, false].map((is) =>
    restaurants.filter(({ name }) => name.startsWith(AREAS) === is),
  ) as [Reseated[], Reseated[]];
  const plain = others.filter(({ undecidedMax }) => undecidedMax < 1);
  const joined = restaurants.filter(({ undecidedMax }) => undecidedMax === 1);
  return [
    worst(plain, 'undecided questions', '%', ({ undecided }) => undecided, { atMost: 0.01 }),
    worst(joined, 'undecided questions', '%', ({ undecided }) => undecided, { atMost: 1 }),
    worst(others, 'p99 of a question', 'µs', ({ p99 }) => p99, { atMost: 1000 }),
    worst(others, 'a day of 352 questions', 'ms', ({ dayMs }) => dayMs, { atMost: 10 }),
    worst(others, 'covers beyond best fit', '%', ({ covers }) => covers, { atLeast: 2.5 }),
    worst(inAreas, 'undecided questions', '%', ({ undecided }) => undecided, { atMost: 0.01 }),
    worst(inAreas, 'p99 of a question', 'µs', ({ p99 }) => p99, { atMost: 1000 }),
    worst(inAreas, 'a day of 352 questions', 'ms', ({ dayMs }) => dayMs, { atMost: 10 }),
  ];
}

/** P12, from `hard-house.ts`. */
export async function hardRestaurant(): Promise<Figure[]> {
  return [
    ...(await hardFigures('the same', '2')),
    ...(await hardFigures('the same with three areas', '2', '1', 'areas')),
  ];
}

async function hardFigures(same: string, ...options: string[]): Promise<Figure[]> {
  const printed = await printedBy('hard-house.ts', ...options);
  const questions = (what: string): number[] =>
    numbersIn(
      printed,
      new RegExp(`^${what} .*\\(([\\d.]+) %\\).* most ([\\d.]+) ms, a day p50 ([\\d.]+) ms`, 'm'),
    );
  const [, , dayMs = NaN] = questions('a size alone');
  const [undecided = NaN, turnMs = NaN, batchMs = NaN] = questions('12 sizes');
  const figure = (what: string, unit: string, value: number, atMost: number): Figure => {
    return { goal: 'P12', what, unit, figure: value, ceiling: null, against: '', ratio: value, atMost };
  };
  return [
    figure(`${same.replace('the same', 'a hard restaurant')}: undecided questions`, '%', undecided, 1),
    figure(`${same}, the longest turn`, 'ms', turnMs, 25),
    figure(`${same}, a day of one size`, 'ms', dayMs, 50),
    figure(`${same}, a day of 12 sizes`, 'ms', batchMs, 150),
  ];
}

function worst(
  restaurants: readonly Reseated[],
  what: string,
  unit: string,
  figureOf: (restaurant: Reseated) => number,
  goal: Pick<Figure, 'atLeast' | 'atMost'>,
): Figure {
  const byFigure = restaurants.toSorted((a, b) => figureOf(b) - figureOf(a));
  const restaurant = byFigure.at(goal.atLeast === undefined ? 0 : -1)!;
  const figure = figureOf(restaurant);
  const label = `re-seating, ${what} (${restaurant.name})`;
  return { goal: 'P10', what: label, unit, figure, ceiling: null, against: '', ratio: figure, ...goal };
}
