/** `bord` of a version, run from its sources, each with a separate folder and virtual clock. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { STARTS_MS } from './normalise.ts';

const CLOCK = new URL('clock.mjs', import.meta.url).href;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** One installation: a folder with a SQLite file, mails and files. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'bord-outputs-'));
  readonly #tree: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #begunMs = Date.now();

  /** @param tree the root of the version */
  constructor(tree: string, env: Readonly<Record<string, string>> = {}) {
    this.#tree = tree;
    this.#env = env;
    mkdirSync(join(this.folder, 'data'));
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.folder, name), content);
  }

  async run(args: readonly string[]): Promise<Ran> {
    const child = this.#start(args);
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout!),
      text(child.stderr!),
    ]);
    return { code: code as number | null, out, err };
  }

  /** The JSON output of a command. Throws when it fails. */
  async json<T = Record<string, string>>(...args: readonly string[]): Promise<T> {
    const { code, out, err } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`bord ${args.join(' ')}: ${err}`);
    return JSON.parse(out) as T;
  }

  /** Runs a server while `work` does. `laterMs`: its clock is ahead by so much. */
  async serving<R>(work: (url: string) => Promise<R>, laterMs = 0): Promise<R> {
    const child = this.#start(['serve', '--port', '0', '--json'], laterMs);
    const complaint = text(child.stderr!);
    const lines = createInterface({ input: child.stdout! });
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [])]);
    if (line === undefined) throw new Error(`the server ended: ${await complaint}`);
    try {
      return await work((JSON.parse(line as string) as { url: string }).url);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  }

  #start(args: readonly string[], laterMs = 0): ChildProcess {
    const main = join(this.#tree, 'packages/cli/src/main.ts');
    const options = ['--conditions=@bord/source', '--disable-warning=ExperimentalWarning', '--import', CLOCK];
    return spawn(process.execPath, [...options, main, ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: join(tmpdir(), 'bord-outputs-cache'),
        OUTPUTS_SHIFT_MS: `${STARTS_MS - this.#begunMs + laterMs}`,
        BORD_LOG: 'silent',
        BORD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        BORD_WEBHOOK_ALLOW_PRIVATE: '1',
        BORD_WEBHOOK_DELAYS: '1,1,1',
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
