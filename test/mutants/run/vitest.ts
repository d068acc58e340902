import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What a run of tests came to. */
export type Result =
  | { readonly kind: 'passed'; readonly files: readonly string[] }
  /** The title of the first test that failed, or the error beside the tests. */
  | { readonly kind: 'failed'; readonly by: string }
  /** A test file could not even be loaded. */
  | { readonly kind: 'unloadable'; readonly error: string }
  | { readonly kind: 'hung' };

/** What to run, and where. */
export interface Run {
  readonly folder: string;
  readonly tests: readonly string[];
  readonly titled?: string | undefined;
  readonly workers: number;
  readonly limitMs: number;
  /** The URL of a PostgreSQL server for the tests. */
  readonly postgres: string;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** Runs tests of a copy, up to the first that fails. */
export async function runTests(run: Run): Promise<Result> {
  const report = join(run.folder, 'mutants-report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(run.folder, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--bail=1',
      `--maxWorkers=${run.workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(run.titled === undefined ? [] : ['--testNamePattern', run.titled]),
      ...run.tests,
    ],
    {
      cwd: run.folder,
      env: { ...process.env, BORD_TEST_PG: run.postgres },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a group of its own, which can be ended with all that the tests have started
    },
  );
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  let isOver = false;
  const end = (): void => {
    isOver = true;
    if (child.pid !== undefined) endGroup(child.pid);
  };
  const timer = setTimeout(end, run.limitMs);
  run.signal.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  clearTimeout(timer);
  run.signal.removeEventListener('abort', end);
  if (child.pid !== undefined) endGroup(child.pid); // what a broken test has left running
  run.signal.throwIfAborted();
  if (isOver) return { kind: 'hung' };
  return resultOf(readReport(report), code, Buffer.concat(output).toString(), run.folder);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
}

/** What is read of vitest's report. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function readReport(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return null;
  }
}

/** Judges a report: only a test that was run and failed has seen something. */
export function resultOf(report: Report | null, code: number | null, output: string, folder: string): Result {
  const files = report?.testResults ?? [];
  const failed = files
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', by: failed.fullName };
  const broken = files.find(({ status }) => status === 'failed');
  if (broken && broken.assertionResults.length === 0)
    return { kind: 'unloadable', error: firstLine(broken.message) };
  // A file that has failed as a whole without a word, as one that was ended: nobody has seen anything.
  if (broken?.message.trim() === '')
    return { kind: 'unloadable', error: `${relative(folder, broken.name)} failed` };
  if (broken) return { kind: 'failed', by: `around the tests: ${firstLine(broken.message)}` };
  if (report === null) return { kind: 'unloadable', error: firstLine(errorIn(output)) };
  // Clearing up afterwards may fail, too: that has seen nothing.
  if (code !== 0 && output.includes('Unhandled'))
    return { kind: 'failed', by: `beside the tests: ${firstLine(errorIn(output))}` };
  const ran = files.filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed'),
  );
  return { kind: 'passed', files: ran.map(({ name }) => relative(folder, name)) };
}

function errorIn(output: string): string {
  return output.split('\n').find((line) => line.includes('Error: ')) ?? output.slice(-300);
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]!.trim().slice(0, 200);
}
