import { type ChildProcess, fork } from 'node:child_process';
import { join, relative } from 'node:path';

/** The result of a test run. */
export type Result =
  | { readonly kind: 'passed'; readonly files: readonly string[] }
  /** The title of the first test that failed and its file, or the error next to the tests. */
  | { readonly kind: 'failed'; readonly by: string; readonly file?: string }
  /** A test file could not even be loaded. */
  | { readonly kind: 'unloadable'; readonly error: string; readonly file?: string }
  | { readonly kind: 'hung' };

/** The tests to run. Paths are relative to the folder. */
export interface Run {
  /** In this order. */
  readonly tests: readonly string[];
  /** Runs only the tests whose title this regular expression finds. */
  readonly titled?: string | undefined;
  /** Files that differ from the previous run. */
  readonly changed: readonly string[];
  readonly limitMs: number;
}

/** Settings of a runner's process. */
export interface Start {
  /** Ends a run at this number of failed tests; 0: never. */
  readonly bail: number;
  readonly workers: number;
}

/** Messages to the process. */
export type Wish =
  | { readonly kind: 'list'; readonly projects: readonly string[] }
  | ({ readonly kind: 'run' } & Omit<Run, 'limitMs'>);

/** Messages of the process. */
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'listed'; readonly tests: readonly string[] }
  | { readonly kind: 'ended'; readonly file: string }
  | { readonly kind: 'report'; readonly report: Report | null; readonly errors: readonly string[] };

/** The used part of a report. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs tests of a copy of the project, in a process that lasts; one that hangs is ended and replaced. */
export class TestRunner {
  /** Called with each test file that has ended. */
  onEnded: (file: string) => void = () => undefined;
  #child: ChildProcess | null = null;
  readonly #folder: string;
  readonly #start: Start;
  readonly #environment: Readonly<Record<string, string>>;

  constructor(folder: string, start: Start, environment: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#start = start;
    this.#environment = environment;
  }

  /** All test files of these projects of `vitest.config.ts`. */
  async list(projects: readonly string[]): Promise<readonly string[]> {
    const answer = await this.#ask({ kind: 'list', projects }, 300_000);
    if (answer === 'hung' || answer.kind !== 'listed') throw new Error('The test files cannot be listed.');
    return answer.tests;
  }

  async run({ limitMs, ...run }: Run): Promise<Result> {
    const answer = await this.#ask({ kind: 'run', ...run }, limitMs);
    if (answer === 'hung') return { kind: 'hung' };
    if (answer.kind !== 'report') throw new Error(`The test process answered ${answer.kind}.`);
    return resultOf(answer.report, answer.errors, this.#folder);
  }

  /** Ends the process and all that it has started. */
  end(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }

  async #ask(wish: Wish, limitMs: number): Promise<Exclude<Answer, { kind: 'ready' | 'ended' }> | 'hung'> {
    if (this.#child === null) {
      const started = await this.#answer(this.#fork(), 300_000);
      if (started === 'hung' || started.kind !== 'ready') throw new Error('The test process does not start.');
    }
    const child = this.#child!;
    child.send(wish);
    const answer = await this.#answer(child, limitMs);
    if (answer === 'hung') this.end();
    return answer as Exclude<Answer, { kind: 'ready' | 'ended' }> | 'hung';
  }

  #fork(): ChildProcess {
    this.#child = fork(join(this.#folder, 'test/mutants/run/driver.ts'), [JSON.stringify(this.#start)], {
      cwd: this.#folder,
      env: environmentWith(this.#environment),
      execArgv: ['--conditions=@bord/source', '--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true, // a process group, so that it ends with all processes that the tests have started
    });
    return this.#child;
  }

  async #answer(child: ChildProcess, limitMs: number): Promise<Answer | 'hung'> {
    return new Promise((done) => {
      const finish = (answer: Answer | 'hung'): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        done(answer);
      };
      const onMessage = (answer: Answer): void => {
        if (answer.kind === 'ended') this.onEnded(answer.file);
        else finish(answer);
      };
      const onExit = (): void => {
        this.end();
        finish({ kind: 'report', report: null, errors: ['The test process has ended.'] });
      };
      const timer = setTimeout(() => finish('hung'), limitMs);
      child.on('message', onMessage);
      child.on('exit', onExit);
    });
  }
}

/** The environment without the variables of a surrounding test run. */
function environmentWith(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV$|TEST$|DEV$|PROD$|MODE$)/.test(name),
  );
  return { ...Object.fromEntries(own), ...more };
}

/** Judges a report: only a test that was run and failed has seen something. */
export function resultOf(report: Report | null, errors: readonly string[], folder: string): Result {
  const files = report?.testResults ?? [];
  const failed = files
    .flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, name })))
    .find(({ status }) => status === 'failed');
  if (failed) return { kind: 'failed', by: failed.fullName, file: relative(folder, failed.name) };
  const broken = files.find(({ status }) => status === 'failed');
  if (broken && broken.assertionResults.length === 0)
    return { kind: 'unloadable', error: firstLine(broken.message), file: relative(folder, broken.name) };
  // A file that failed as a whole without a message, such as one that was ended: no test ran.
  if (broken?.message.trim() === '')
    return { kind: 'unloadable', error: `${relative(folder, broken.name)} failed` };
  if (broken)
    return {
      kind: 'failed',
      by: `around the tests: ${firstLine(broken.message)}`,
      file: relative(folder, broken.name),
    };
  if (report === null) return { kind: 'unloadable', error: firstLine(errors[0] ?? '') };
  if (errors.length > 0) return { kind: 'failed', by: `beside the tests: ${firstLine(errors[0]!)}` };
  const ran = files.filter(({ assertionResults }) =>
    assertionResults.some(({ status }) => status === 'passed'),
  );
  return { kind: 'passed', files: ran.map(({ name }) => relative(folder, name)) };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]!.trim().slice(0, 200);
}
