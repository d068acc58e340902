/**
 * The benchmarks, each figure with its ceiling from the same run:
 *
 *     npm run bench                  all of them, some 20 minutes
 *     npm run bench -- batch http    those two
 *     npm run bench -- --help
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.ts';
import { type Figure, isReached } from './figure.ts';
import { type Floors, isFailure, middle, nameOf, stale, verdictOf } from './floors.ts';
import type { Findings } from './one.ts';
import { readFigures, readFloors, record, write } from './record.ts';
import { standing, tableOf } from './table.ts';

const HELP = `Usage: npm run bench -- [name…] [--runs N] [--check] [--record] [--json]

Runs the benchmarks, or those named, each in a process of its own, and prints each figure beside a ceiling that was measured in
the same run: the median of interleaved rounds. Absolute values depend on the machine and on other work: compare ratios.

${Object.entries(BENCHMARKS)
  .map(([name, { about }]) => `  ${name.padEnd(15)} ${about}`)
  .join('\n')}

  --runs N    of each figure the one in the middle of N runs (1)
  --check     fails when a figure with a goal is below its floor in bench/floors.json, or has none; a figure between
              floor and goal is reported as "missed goal"
  --record    writes bench/figures.json, docs/explain/performance.md and docs/explain/performance.svg; gives new figures a floor and raises
              the others. To lower a floor, edit bench/floors.json
  --page      measures nothing: writes docs/explain/performance.md and docs/explain/performance.svg from bench/figures.json
  --from FILE measures nothing: takes the figures of a file that --json has written; - is stdin
  --json      one JSON document on stdout: a list of figures, with the goal, the floor and how the figure stands to them
  --help      this

Exit code: 0, or 1 when a benchmark or the check failed, or 2 when the arguments are wrong.

Examples:
  npm run bench
  npm run bench -- --check --runs 3
  npm run bench -- --record --runs 3
  npm run bench -- batch --record
  npm run --silent bench -- http sqlite --json > figures.json`;

const options = {
  runs: { type: 'string', default: '1' },
  check: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  from: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error));
  }
}

function usageError(message: string): never {
  console.error(`${message}\nThere are: ${Object.keys(BENCHMARKS).join(', ')}. See npm run bench -- --help`);
  process.exit(2);
}

/** A benchmark that takes longer is ended, and counts as failed. */
const PATIENCE_MS = 1_500_000;

/** Runs one benchmark in a separate process; null if it failed. */
async function measure(name: string): Promise<Findings | null> {
  const startedMs = performance.now();
  const args = [name, ...(values.record ? ['--curves'] : [])];
  // Its output is for people: stdout is for the figures.
  const child = fork(join(import.meta.dirname, 'one.ts'), args, { stdio: ['ignore', 2, 2, 'ipc'] });
  const timeout = setTimeout(() => {
    console.error(`${name} takes longer than ${PATIENCE_MS / 1000} s: something hangs`);
    child.kill('SIGTERM');
  }, PATIENCE_MS);
  let findings: Findings | null = null;
  child.once('message', (message) => (findings = message as Findings));
  await once(child, 'exit');
  clearTimeout(timeout);
  if (findings) console.error(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  else console.error(`${name} failed`);
  return findings;
}

/** Runs all of `names`, as often as is asked for. */
async function measureAll(names: readonly string[], runs: number): Promise<Record<string, Findings>> {
  const found: Record<string, Findings[]> = {};
  for (let run = 0; run < runs; run++) {
    for (const name of names) {
      const findings = await measure(name);
      if (findings) (found[name] ??= []).push(findings);
      else process.exitCode = 1;
    }
  }
  const medians = Object.entries(found).map(([name, all]) => {
    const figures = middle(all.map((one) => one.figures));
    return [name, { figures, curves: all.at(-1)!.curves }] as const;
  });
  return Object.fromEntries(medians);
}

/** Says what is wrong with figures, and fails if anything is. */
function check(figures: readonly Figure[], floors: Floors, isWhole: boolean): void {
  const wrong = figures
    .map((figure) => ({ figure, verdict: verdictOf(figure, floors) }))
    .filter(({ verdict }) => isFailure(verdict))
    .map(
      ({ figure, verdict }) =>
        `${nameOf(figure)}: ${verdict}${verdict === 'has no floor' ? ' in bench/floors.json; --record gives it one' : ` of ${floors[nameOf(figure)]}`}`,
    );
  const gone = isWhole
    ? stale(floors, figures).map(
        (name) => `${name}: it is not measured any more: remove it from bench/floors.json`,
      )
    : [];
  for (const line of [...wrong, ...gone]) console.error(line);
  if (wrong.length + gone.length > 0) process.exitCode = 1;
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) usageError(`Unknown benchmark: ${unknown.join(', ')}.`);
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) usageError('--runs is a number from 1 on.');
if (values.from !== undefined && values.record) usageError('--record measures by itself, without --from.');

if (values.page) {
  write();
  process.exit(0);
}
const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
const found = values.from === undefined ? await measureAll(names, runs) : {};
const figures =
  values.from === undefined
    ? Object.values(found).flatMap((findings) => findings.figures)
    : readFigures(values.from);
if (values.record) record(found, runs);
const floors = readFloors();
const standingOf = (figure: Figure): string => (values.check ? verdictOf(figure, floors) : standing(figure));
if (values.json)
  console.log(
    JSON.stringify(
      figures.map((figure) => ({
        ...figure,
        reached: isReached(figure),
        floor: floors[nameOf(figure)] ?? null,
        verdict: verdictOf(figure, floors),
      })),
    ),
  );
else if (figures.length > 0) console.log(tableOf(figures, standingOf).join('\n'));
if (values.check) check(figures, floors, positionals.length === 0 && process.exitCode !== 1);
