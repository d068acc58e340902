/**
 * Runs the command line as an operator does, on a real SQLite file in a separate folder. Processes are reused for further commands
 * (`command-host.ts`); concurrent commands have two processes.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { migrate, sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine } from '@bord/engine';
import { programFor } from '../../../test/support/bord-program.ts';
import { compileCache } from '../../../test/support/compile-cache.ts';
import { runHosted } from './hosts.ts';

const DEMO_SCRIPT = new URL('../src/demo.ts', import.meta.url).href;
export const DEMO = '00000000-0000-4000-8000-00000000d311';

/** How a process ended. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Given to a process that is started for this command. */
  readonly stdin?: string;
  /** Starts a process for this command, whatever is at hand. */
  readonly ownProcess?: true;
  /** The time of the command, unless it has its own process. */
  readonly nowMs?: number;
}

/** A folder with a Bord in it. */
export interface Bord {
  readonly folder: string;
  /** Starts `bord` without a terminal. */
  start(args: readonly string[], options?: RunOptions): ChildProcessWithoutNullStreams;
  /** Runs it to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** The output of `--json`. Throws unless it is one JSON document and stderr is empty. */
  json<T = Record<string, unknown>>(...args: readonly string[]): Promise<T>;
  /** The error text of a command that fails with exit code 1 and an empty stdout. */
  refusal(args: readonly string[], options?: RunOptions): Promise<string>;
  /** Writes a file; its name. */
  write(name: string, content: string): string;
  /** Ends what still runs, and removes the folder. */
  remove(): void;
}

/** @param isMigrated whether the database exists, with the demo in it, as after the first `bord serve` */
export function makeBord(isMigrated = true): Bord {
  const folder = mkdtempSync(join(tmpdir(), 'bord-cli-'));
  mkdirSync(join(folder, 'data'));
  if (isMigrated) migrate({ path: join(folder, 'data/bord.db') });
  const children: ChildProcessWithoutNullStreams[] = [];
  const env = { PATH: process.env['PATH'] ?? '', ...compileCache() };

  function start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
    const own = { ...env, ...options.env };
    const child = spawn(process.execPath, ['--conditions=@bord/source', programFor(own), ...args], {
      cwd: folder,
      env: own,
    });
    children.push(child);
    child.stdin.end(options.stdin);
    return child;
  }

  let seeded: Promise<void> | null = null;
  const seed = async (): Promise<void> => {
    const { seedDemo }: { seedDemo(engine: Engine): Promise<void> } = await import(DEMO_SCRIPT);
    const storage = sqliteStorage({ path: join(folder, 'data/bord.db') });
    const engine = createEngine({ storage });
    await seedDemo(engine);
    engine.detach();
    await storage.close();
  };

  async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { BORD_DEMO, BORD_DATABASE } = options.env ?? {};
    if (isMigrated && BORD_DEMO !== '0' && BORD_DATABASE === undefined) await (seeded ??= seed());
    const isOrdinary = Object.keys(options.env ?? {}).every((name) => name.startsWith('BORD_'));
    if (isOrdinary && options.stdin === undefined && !options.ownProcess)
      return runHosted({
        folder,
        args,
        env: { ...env, ...options.env },
        ...(options.nowMs !== undefined && { nowMs: options.nowMs }),
      });
    const child = start(args, options);
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code: code as number | null, out, err };
  }

  return {
    folder,
    start,
    run,
    async json<T>(...args: readonly string[]): Promise<T> {
      const { code, out, err } = await run([...args, '--json']);
      if (code !== 0 || err !== '') throw new Error(`${args.join(' ')} has failed with ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
    async refusal(args, options) {
      const { code, out, err } = await run(args, options);
      if (code !== 1 || out !== '') throw new Error(`${args.join(' ')} has ended with ${code}: ${out}`);
      return err.trimEnd();
    },
    write(name, content) {
      writeFileSync(join(folder, name), content);
      return name;
    },
    remove() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    },
  };
}

/** The words of a command line that needs no quotes. */
export function words(line: string): string[] {
  return line.split(' ');
}
