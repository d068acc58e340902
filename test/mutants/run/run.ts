/**
 * Are the tests worth anything? Puts one plausible mistake after the other into a copy of the project and runs the tests that have to
 * see it.
 *
 *     npm run mutants                            all lists in test/mutants
 *     npm run mutants -- --only stale-evening    those whose name holds this
 *     npm run mutants -- --help
 *
 * Ends with code 1 unless every one is caught, and with 2 when a list no longer fits the project.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readOptions, usageError, wholeNumber } from '../../support/instrument-options.ts';
import { type ListedFault, readFaults, root, whatIsWrong } from './fault.ts';
import { assertSound, tryFault, type Verdict } from './trial.ts';
import { Workplace } from './workplace.ts';

const HELP = `Puts hand-written faults into a copy of the project, one at a time, and runs the tests that have to see them.

npm run mutants -- [options]

  --only NAME       faults whose name holds this; may be given more than once
  --package NAME    faults in this package, or of this list: engine, adapter-pg, cli, engine-guests, …
  --since REV       faults whose file, list or tests differ from this revision
  --jobs N          copies at work at once (2)
  --limit SECONDS   for the tests of one fault; what takes longer counts as caught (180)
  --list            prints the faults and runs nothing
  --json            prints the verdicts as JSON, and the progress on stderr

Exit code: 0 all caught, 1 not all caught, 2 wrong usage, a list that does not fit the project, or tests that fail without a fault.`;

const options = readOptions(HELP, {
  only: [],
  package: [],
  since: undefined,
  jobs: '2',
  limit: '180',
  list: false,
  json: false,
});

const say = options.json ? console.error : console.log;

let changedFiles: readonly string[] | undefined;

process.exitCode = await main();

async function main(): Promise<number> {
  const jobs = wholeNumber('jobs', options.jobs);
  const limit = wholeNumber('limit', options.limit);
  if (options.since !== undefined && !isRevision(options.since))
    usageError(`--since must be a revision of Git, not ${options.since}.`);
  const all = await readFaults();
  const faults = all.filter(isWanted);
  const wrong = whatIsWrong(all);
  if (wrong.length > 0) {
    for (const reason of wrong) console.error(reason);
    return 2;
  }
  if (faults.length === 0 && options.since === undefined)
    usageError('No fault is called that. --list lists them.');
  if (options.list) {
    for (const { name, list, breaks } of faults) console.log(`${list}: ${name}: ${breaks}`);
    return 0;
  }
  const verdicts = await tryAll(faults, Math.min(jobs, faults.length), limit * 1000);
  if (!verdicts) return 2;
  tell(verdicts);
  return verdicts.every(({ outcome }) => outcome === 'caught') ? 0 : 1;
}

function isWanted(fault: ListedFault): boolean {
  const { only, package: packages } = options;
  const isNamed = only.length === 0 || only.some((part) => fault.name.includes(part));
  const isIn = (name: string): boolean => fault.list === name || fault.file.startsWith(`packages/${name}/`);
  const isOfPackage = packages.length === 0 || packages.some(isIn);
  return isNamed && isOfPackage && isChanged(fault);
}

function isRevision(name: string): boolean {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  return spawnSync('git', args, { cwd: root }).status === 0;
}

/** With `--since`, unchanged faults are not tried again. */
function isChanged({ list, file, tests }: ListedFault): boolean {
  const { since } = options;
  if (since === undefined) return true;
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  changedFiles ??= [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [`test/mutants/${list}.ts`, file, ...tests].some((path) => changedFiles!.includes(path));
}

/** Null when the project is not sound without a fault. */
async function tryAll(
  faults: readonly ListedFault[],
  jobs: number,
  limitMs: number,
): Promise<Verdict[] | null> {
  const workplaces: Workplace[] = [];
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    for (const workplace of workplaces) workplace.end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const workplaceFor = (workers: number): Workplace => {
    const workplace = new Workplace(workers);
    workplaces.push(workplace);
    return workplace;
  };
  const verdicts: Verdict[] = [];
  try {
    if (faults.length > 0) {
      const startedMs = performance.now();
      say('          first their tests run without a fault');
      const first = workplaceFor(jobs);
      await assertSound(faults, first, limitMs * 10);
      first.end();
      say(`          they pass (${seconds(startedMs)} s)`);
    }
    const waiting = [...faults];
    await Promise.all(
      Array.from({ length: jobs }, async () => {
        const workplace = workplaceFor(1);
        for (let fault = waiting.shift(); fault && !isStopped; fault = waiting.shift()) {
          const verdict = await tryFault(fault, workplace, limitMs);
          if (isStopped) return;
          verdicts.push(verdict);
          say(`${`${verdicts.length}/${faults.length}`.padEnd(8)}  ${lineOf(verdict)}`);
        }
      }),
    );
    if (isStopped) console.error('Stopped.');
    return isStopped ? null : verdicts;
  } catch (error) {
    console.error(isStopped ? 'Stopped.' : (error as Error).message);
    return null;
  } finally {
    for (const workplace of workplaces) workplace.end();
  }
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1);
}

function lineOf({ fault, outcome, by, seconds: taken }: Verdict): string {
  const head = `${(outcome === 'caught' ? 'caught' : outcome.toUpperCase()).padEnd(10)}${fault.list}: ${fault.name} (${taken} s)`;
  return by === '' ? head : `${head}: ${by}`;
}

/** One line per list, and the remaining work. */
function tell(verdicts: readonly Verdict[]): void {
  if (options.json) {
    const report = verdicts.map(({ fault: { name, list, file, breaks }, outcome, by, seconds: taken }) => ({
      name,
      list,
      file,
      breaks,
      outcome,
      by,
      seconds: taken,
    }));
    console.log(JSON.stringify(report, null, 2));
  }
  const lists = Object.entries(Object.groupBy(verdicts, ({ fault }) => fault.list)).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  say('');
  for (const [list, of] of [...lists, ['all', verdicts] as const]) {
    const caught = of!.filter(({ outcome }) => outcome === 'caught').length;
    say(`${list.padEnd(20)}${String(of!.length).padStart(5)} faults${String(caught).padStart(5)} caught`);
  }
  for (const { fault, outcome, by } of verdicts.filter((verdict) => verdict.outcome !== 'caught')) {
    say(`\n${outcome.toUpperCase()} ${fault.name} in ${fault.file}\n  breaks: ${fault.breaks}`);
    say(by === '' ? `  seen by none of ${fault.tests.join(', ')}` : `  cannot be loaded: ${by}`);
  }
}
