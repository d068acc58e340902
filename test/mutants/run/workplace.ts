import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Copy } from './copy.ts';
import { type Result, type Run, TestRunner } from './runner.ts';

/** A copy of the project whose files may be broken one at a time, and the process that runs its tests. The project itself stays as it is. */
export class Workplace {
  readonly #copy = new Copy();
  readonly #runner: TestRunner;
  /** Files that are sound again, which the process still has as they were. */
  readonly #stale = new Set<string>();

  /**
   * @param workers test files that run concurrently
   * @param environment of the tests
   */
  constructor(workers = 1, environment: Readonly<Record<string, string>> = {}) {
    this.#runner = new TestRunner(this.#copy.folder, { bail: 1, workers }, environment);
  }

  /** Runs tests up to the first that fails. */
  async run(run: Omit<Run, 'changed'>): Promise<Result> {
    return this.#run(run, []);
  }

  /** The same, with other contents of a file. */
  async runWith(
    { file, change }: { readonly file: string; readonly change: (text: string) => string },
    run: Omit<Run, 'changed'>,
  ): Promise<Result> {
    const path = join(this.#copy.folder, file);
    const sound = readFileSync(path, 'utf8');
    writeFileSync(path, change(sound));
    try {
      return await this.#run(run, [file]);
    } finally {
      writeFileSync(path, sound);
      this.#stale.add(file);
    }
  }

  end(): void {
    this.#runner.end();
    this.#copy.remove();
  }

  async #run(run: Omit<Run, 'changed'>, files: readonly string[]): Promise<Result> {
    const changed = [...new Set([...files, ...this.#stale])];
    this.#stale.clear();
    return this.#runner.run({ ...run, changed });
  }
}
