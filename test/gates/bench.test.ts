/** `npm run bench -- --check` with given figures, without a measurement. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figure.ts';
import { middle, nameOf, raised, stale, verdictOf } from '../../bench/floors.ts';
import { readFloors, readRecord } from '../../bench/record.ts';

const root = resolve(import.meta.dirname, '../..');
const floors = readFloors();
const all = Object.values(readRecord().benchmarks).flatMap(({ figures }) => figures);

const aFigure = (given: Partial<Figure> = {}): Figure => ({
  goal: 'P0',
  what: 'a figure',
  unit: '/s',
  figure: 1,
  ceiling: 2,
  against: 'a ceiling',
  ratio: 0.5,
  ...given,
});

/** Runs the command on these figures. */
function bench(figures: readonly Figure[], ...args: string[]) {
  const command = ['--conditions=@bord/source', join(root, 'bench/run.ts'), '--from', '-', ...args];
  const given = { cwd: root, encoding: 'utf8', input: JSON.stringify(figures) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, command, given);
  return { status, stdout, stderr };
}

test('figures at their floors pass; those short of the goal are reported', () => {
  const atFloor = all.map((figure) => ({
    ...figure,
    ratio: floors[nameOf(figure)] ?? figure.ratio,
  }));
  const { status, stdout, stderr } = bench(atFloor, '--check');
  expect([status, stderr]).toEqual([0, '']);
  for (const figure of atFloor)
    if (verdictOf(figure, floors) === 'missed goal') expect(stdout).toMatch(/ missed goal /);
});

test('a figure below its floor fails, whether it has to be large or small', () => {
  for (const wanted of ['atLeast', 'atMost'] as const) {
    const figure = all.find((one) => one[wanted] !== undefined);
    if (!figure) continue;
    const floor = floors[nameOf(figure)]!;
    const worse = { ...figure, ratio: wanted === 'atLeast' ? floor * 0.99 : floor * 1.01 };
    const others = all.filter((one) => one !== figure);
    const { status, stdout, stderr } = bench([...others, worse], '--check');
    expect(status).toBe(1);
    expect(stderr).toContain(`${nameOf(figure)}: below its floor of ${floor}`);
    expect(stdout).toContain(' below its floor ');
    expect(bench([...others, worse]).status).toBe(0); // without --check the figures are only printed
  }
});

test('a new figure without a floor fails, and one that is not measured any more', () => {
  const fresh = aFigure({ atLeast: 0.1 });
  const withFresh = bench([...all, fresh], '--check');
  expect([withFresh.status, withFresh.stderr]).toEqual([
    1,
    expect.stringContaining('P0 a figure: has no floor'),
  ]);
  const [gone, ...rest] = all.filter(({ atLeast, atMost }) => (atLeast ?? atMost) !== undefined) as [Figure];
  const same = rest.some(({ goal }: Figure) => goal === gone.goal)
    ? rest
    : [...rest, aFigure({ goal: gone.goal })];
  const withoutOne = bench(same, '--check');
  expect([withoutOne.status, withoutOne.stderr]).toEqual([
    1,
    expect.stringContaining(`${nameOf(gone)}: it is not measured any more`),
  ]);
});

test('JSON has each figure with its floor and verdict', () => {
  const { status, stdout } = bench(
    [aFigure({ atLeast: 0.4 }), aFigure({ what: 'without a goal' })],
    '--json',
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([
    { what: 'a figure', reached: true, floor: null, verdict: 'has no floor' },
    { what: 'without a goal', reached: null, floor: null, verdict: '' },
  ]);
});

test('invalid arguments are rejected', () => {
  for (const args of [['--runs', 'many'], ['--record'], ['nothing']])
    expect(bench([], ...args).status).toBe(2);
});

test('a figure is compared with its goal and floor in the right direction', () => {
  const verdict = (ratio: number, given: Partial<Figure>): string =>
    verdictOf(aFigure({ ratio, ...given }), { 'P0 a figure': 0.5 });
  expect([0.7, 0.6, 0.5, 0.49, NaN].map((ratio) => verdict(ratio, { atLeast: 0.6 }))).toEqual([
    'reached',
    'reached',
    'missed goal',
    'below its floor',
    'below its floor',
  ]);
  expect([0.3, 0.4, 0.5, 0.51].map((ratio) => verdict(ratio, { atMost: 0.4 }))).toEqual([
    'reached',
    'reached',
    'missed goal',
    'below its floor',
  ]);
  expect(verdict(0, {})).toBe('');
});

test('recording sets floors of new figures below the measurement and the goal, and lowers none', () => {
  const large = aFigure({ atLeast: 0.6, what: 'large' });
  const small = aFigure({ atMost: 2, what: 'small', ratio: 7 });
  const first = raised({}, [large, small, aFigure()]);
  expect(first).toEqual({ 'P0 large': 0.35, 'P0 small': 10 });
  expect(
    raised(first, [
      { ...large, ratio: 5 },
      { ...small, ratio: 1 },
    ]),
  ).toEqual({ 'P0 large': 0.6, 'P0 small': 2 });
  expect(
    raised(first, [
      { ...large, ratio: 0.1 },
      { ...small, ratio: 70 },
    ]),
  ).toEqual(first);
  expect(stale(first, [large])).toEqual(['P0 small']);
  expect(raised(first, [large])).toEqual({ 'P0 large': 0.35 });
});

test('of several runs each figure is the one in the middle', () => {
  const runs = [0.3, 0.9, 0.5].map((ratio) => [
    aFigure({ ratio }),
    aFigure({ what: 'other', ratio: 1 - ratio }),
  ]);
  expect(middle(runs).map(({ ratio }) => ratio)).toEqual([0.5, 0.5]);
  expect(middle([[aFigure()], []])).toEqual([aFigure()]);
});
