/** The record of measurements, `figures.json`, which the page and the plot are generated from. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { BENCHMARKS } from './benchmarks.ts';
import type { Figure } from './figure.ts';
import { type Floors, raised } from './floors.ts';
import type { Findings } from './one.ts';
import { pageOf } from './page.ts';
import { type Curve, svgOf } from './plot.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Where things are kept. */
export const FILES = {
  record: join(ROOT, 'bench/figures.json'),
  floors: join(ROOT, 'bench/floors.json'),
  page: join(ROOT, 'docs/explain/performance.md'),
  plot: join(ROOT, 'docs/explain/performance.svg'),
} as const;

/** One benchmark as it was measured last. */
export interface RecordedBenchmark {
  /** `2026-11-22` */
  readonly date: string;
  /** The commit it was measured on; with a `+` when there was more. */
  readonly commit: string;
  /** Each figure is the one in the middle of so many runs. */
  readonly runs: number;
  readonly figures: readonly Figure[];
}

export interface Recorded {
  readonly machine: string;
  readonly benchmarks: Readonly<Record<string, RecordedBenchmark>>;
  readonly curves: readonly Curve[];
}

const readJson = (file: string | 0): unknown => JSON.parse(readFileSync(file, 'utf8'));

export const readRecord = (): Recorded => readJson(FILES.record) as Recorded;
export const readFloors = (): Floors => readJson(FILES.floors) as Floors;
/** Figures that `--json` has written; `-` is stdin. */
export const readFigures = (file: string): Figure[] => readJson(file === '-' ? 0 : file) as Figure[];

const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Adds new findings to the record, raises the floors, and writes page and plot. */
export function record(found: Readonly<Record<string, Findings>>, runs: number): void {
  const before = readRecord();
  const now = { date: new Date().toISOString().slice(0, 10), commit: commit(), runs };
  const after: Recorded = {
    machine: machine(),
    benchmarks: Object.fromEntries(
      Object.keys(BENCHMARKS).flatMap((name) => {
        const measured = found[name] && { ...now, figures: found[name].figures.map(shortened) };
        const current = measured ?? before.benchmarks[name];
        return current ? [[name, current] as const] : [];
      }),
    ),
    curves: curvesAfter(before.curves, found),
  };
  writeJson(FILES.record, after);
  execFileSync(join(ROOT, 'node_modules/.bin/oxfmt'), [FILES.record]);
  const figures = Object.values(after.benchmarks).flatMap((benchmark) => benchmark.figures);
  writeJson(FILES.floors, raised(readFloors(), figures));
  write();
}

/** Makes page and plot from the record. */
export function write(): void {
  const recorded = readRecord();
  writeFileSync(FILES.page, pageOf(readFileSync(FILES.page, 'utf8'), recorded));
  writeFileSync(FILES.plot, svgOf(recorded.curves));
}

/** New curves take the place of those in the same plot. */
function curvesAfter(before: readonly Curve[], found: Readonly<Record<string, Findings>>): Curve[] {
  const fresh = Object.values(found).flatMap(({ curves }) => curves);
  const plots = new Set(fresh.map(({ plot }) => plot));
  const points = (curve: Curve): Curve => ({
    ...curve,
    points: curve.points.map(([size, cost]) => [size, Number(cost.toPrecision(3))]),
  });
  return [...fresh.map(points), ...before.filter(({ plot }) => !plots.has(plot))];
}

/** Four digits say all that there is to say. */
function shortened(figure: Figure): Figure {
  const short = (value: number): number => Number(value.toPrecision(4));
  const ceiling = figure.ceiling === null ? null : short(figure.ceiling);
  return { ...figure, figure: short(figure.figure), ceiling, ratio: short(figure.ratio) };
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'a processor'}, ${memory} GiB, Node ${process.versions.node}`;
}

function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
}
