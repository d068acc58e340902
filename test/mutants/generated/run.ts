/**
 * Do the tests notice small changes to the sources? Generates mutations of TypeScript and SQL, draws a sample by a seed, and runs the
 * nearest tests for each mutant in a copy of the project.
 *
 *     npm run mutate -- packages/engine/src/core/booking --seed 1 --sample 60
 *     npm run mutate -- --help
 */
import { oneOf, readOptions, wholeNumber } from '../../support/instrument-options.ts';
import { Workplace } from '../run/workplace.ts';
import { equivalentOf, readEquivalents, staleEquivalents } from './equivalents.ts';
import type { Mutant } from './mutation.ts';
import { NearestTests } from './nearest.ts';
import { readRecord, record } from './record.ts';
import { jsonOf, lineOf, reportOf, type Tried } from './report.ts';
import { draw, mutantsOf, sourcesAt } from './sample.ts';
import { State } from './state.ts';
import { Compiler } from './syntax.ts';
import { tryMutant } from './trial.ts';

const HELP = `Generates mutations of sources, and runs the nearest tests for a sample of them.

npm run mutate -- PATH… [options]

  PATH…             files or folders; .ts and .sql, without tests
  --without PATH    leaves out files below it; repeatable
  --seed S          draws the sample (random, printed)
  --sample N        mutants that are tried (60)
  --jobs N          copies of the project at work at once, 1 or 2 (2)
  --limit SECONDS   for the tests of one mutant; a longer run counts as caught (180)
  --budget SECONDS  recorded time of the tests of one mutant (60)
  --tests FILE      runs this test file first for each mutant; repeatable
  --record          records again which tests run which functions
  --resume          continues the run with these paths, seed and sample
  --survivors       with --resume: tries the survivors again
  --list            prints the sample and runs nothing
  --json            prints the result as JSON, and the progress on stderr

Exit code: 0 no survivor, 1 survivors that are not listed as equivalent, 2 wrong usage or stopped.
The first run records the whole test suite once, in .mutations/, which takes as long as npm test.`;

const { positionals: paths, ...options } = readOptions(
  HELP,
  {
    without: [],
    seed: undefined,
    sample: '60',
    jobs: '2',
    limit: '180',
    budget: '60',
    tests: [],
    record: false,
    resume: false,
    survivors: false,
    list: false,
    json: false,
  },
  true,
);

const say = options.json ? console.error : console.log;

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = wholeNumber('seed', options.seed ?? `${Math.floor(Math.random() * 2 ** 31)}`, 0);
  const size = wholeNumber('sample', options.sample, 0);
  const jobs = Number(oneOf('jobs', ['1', '2'], options.jobs));
  const limit = wholeNumber('limit', options.limit, 0);
  const budget = wholeNumber('budget', options.budget, 0);
  if (paths.length === 0) return usageError('Name the sources: npm run mutate -- PATH…, or --help.');
  const equivalents = readEquivalents();
  const stale = staleEquivalents(equivalents);
  if (stale.length > 0) return usageError(stale.join('\n'));

  const compiler = new Compiler();
  try {
    const mutants = mutantsOf(sourcesAt(paths, options.without), compiler);
    const sample = draw(mutants, size, seed, compiler);
    const { rejected } = sample;
    say(
      `seed ${seed}: ${sample.mutants.length} of ${mutants.length} mutants drawn, ${rejected} more do not compile`,
    );
    if (options.list) {
      for (const mutant of sample.mutants) say(`${mutant.file}:${mutant.line} ${mutant.kind}`);
      return 0;
    }
    const recorded = (options.record ? null : readRecord()) ?? (await recordAll(compiler));
    const nearest = new NearestTests(recorded, compiler, budget * 1000, options.tests);
    const isFinal = ({ outcome }: Tried['verdict']): boolean =>
      options.resume && !(options.survivors && outcome === 'survived');
    const state = new State({ paths, without: options.without, seed, size }, isFinal);
    const startedMs = performance.now();
    const tried = await tryAll(sample.mutants, { equivalents, nearest, state, limitMs: limit * 1000, jobs });
    if (!tried) return 2;
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    if (options.json) console.log(JSON.stringify(jsonOf(tried, { seed, rejected, seconds }), null, 2));
    say(reportOf(tried, seconds));
    return tried.some(({ verdict }) => verdict.outcome === 'survived') ? 1 : 0;
  } catch (error) {
    return usageError((error as Error).message);
  } finally {
    compiler.close();
  }
}

function usageError(message: string): number {
  console.error(message);
  return 2;
}

async function recordAll(compiler: Compiler): Promise<Awaited<ReturnType<typeof record>>> {
  say('          first all tests run once, to record which functions each runs');
  return record(compiler, 4, say);
}

interface Setup {
  readonly equivalents: ReturnType<typeof readEquivalents>;
  readonly nearest: NearestTests;
  readonly state: State;
  readonly limitMs: number;
  readonly jobs: number;
}

/** Null when it was stopped. */
async function tryAll(
  mutants: readonly Mutant[],
  { equivalents, nearest, state, limitMs, jobs }: Setup,
): Promise<readonly Tried[] | null> {
  const tried: Tried[] = [];
  const waiting: Mutant[] = [];
  for (const mutant of mutants) {
    const listed = equivalentOf(mutant, equivalents);
    const verdict = listed
      ? ({ outcome: 'equivalent', by: listed.reason, tests: [], known: 0, seconds: 0 } as const)
      : state.of(mutant);
    if (verdict) tried.push({ mutant, verdict });
    else waiting.push(mutant);
  }
  if (tried.length > 0) say(`          ${tried.length} of them are known`);
  const workplaces = Array.from({ length: Math.min(jobs, waiting.length) }, () => new Workplace());
  let isStopped = false;
  const end = (): void => workplaces.forEach((workplace) => workplace.end());
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isStopped = true;
      end();
    });
  const soundness = { sound: new Set<string>(), unsound: new Set<string>() };
  try {
    await Promise.all(
      workplaces.map(async (workplace) => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const near = nearest.of.bind(nearest, mutant);
          const verdict = await tryMutant(mutant, workplace, near, soundness, limitMs);
          if (isStopped) return;
          state.add(mutant, verdict);
          tried.push({ mutant, verdict });
          say(`${`${tried.length}/${mutants.length}`.padEnd(8)}  ${lineOf({ mutant, verdict })}`);
        }
      }),
    );
  } catch (error) {
    if (!isStopped) throw error; // else the copies are gone
  } finally {
    end();
  }
  for (const file of soundness.unsound)
    say(`          ${file} also fails without a mutant, and was left out`);
  if (isStopped) console.error('Stopped. Continue with --resume.');
  return isStopped ? null : tried;
}
