/** Runs SPIN, a model checker: every order in which the steps of a model can happen is looked at. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Model } from './models.ts';

const run = promisify(execFile);

/** The result of a search of all states. */
export interface Outcome {
  readonly states: number;
  /** Of the longest way that was looked at; of a counterexample, which is the shortest, its own length. */
  readonly depth: number;
  readonly seconds: number;
  /** All that can be reached was looked at. */
  readonly isComplete: boolean;
  /** The property that is broken; null for none. */
  readonly broken: string | null;
  /** The counterexample, one line per step; empty for none. */
  readonly story: readonly string[];
}

/** Megabytes that a search may take; one that needs more is not complete. */
const MEMORY_MB = 4000;
const STEPS_MAX = 1_000_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

/** The missing tools of this machine; null if all exist. */
export function missing(): string | null {
  for (const [command, option] of [
    ['spin', '-V'],
    ['gcc', '--version'],
  ] as const)
    try {
      execFileSync(command, [option], { stdio: 'ignore' });
    } catch {
      return command;
    }
  return null;
}

export const sourceOf = ({ file }: Pick<Model, 'file'>): URL => new URL(`${file}.pml`, import.meta.url);

/** The properties that a source names, by their lines: `assert(…); /* = what must hold *\/`. */
export function propertiesOf(source: string): ReadonlyMap<number, string> {
  const lines = source.split('\n');
  return new Map(
    lines.flatMap((line, i): [number, string][] => {
      const name = /^\s*assert\(.*\/\* = (.*?) \*\//.exec(line)?.[1];
      return name === undefined ? [] : [[i + 1, name]];
    }),
  );
}

/** Looks at all states of a model, or at as many as it takes to break a property. */
export async function check(model: Model): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-model-'));
  try {
    const source = readFileSync(sourceOf(model), 'utf8');
    const file = sourceOf(model).pathname;
    const defines = Object.entries(model.defines).map(([name, value]) => `-D${name}=${Number(value)}`);
    await run('spin', ['-a', ...defines, file], { cwd: folder });
    // Breadth-first search finds the shortest counterexample; depth-first search needs less memory.
    const search = model.breaks === undefined ? [] : ['-DBFS'];
    const options = ['-DSAFETY', '-DCOLLAPSE', '-DVECTORSZ=1024', `-DMEMLIM=${MEMORY_MB}`, ...search];
    await run('gcc', ['-O2', '-w', ...options, '-o', 'pan', 'pan.c'], { cwd: folder });
    const startMs = performance.now();
    const { stdout } = await run('./pan', [`-m${STEPS_MAX}`], { cwd: folder, maxBuffer: OUTPUT_MAX });
    const seconds = (performance.now() - startMs) / 1000;
    const { errors, ...found } = readOutput(stdout);
    if (errors === 0) return { ...found, seconds, broken: null, story: [] };
    const trail = `${model.file}.pml.trail`;
    const replayed = await run('spin', [...defines, '-t', '-k', trail, file], {
      cwd: folder,
      maxBuffer: OUTPUT_MAX,
    });
    return { ...found, seconds, ...readReplay(replayed.stdout, source) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parses the checker's output. */
export function readOutput(
  text: string,
): Pick<Outcome, 'states' | 'depth' | 'isComplete'> & { errors: number } {
  const [, depth, errors] = /depth reached (\d+), errors: (\d+)/.exec(text) ?? [];
  const [, states] = /^\s*([\d.e+]+) states, stored/m.exec(text) ?? [];
  if (errors === undefined || states === undefined)
    throw new Error(`the checker did not come to an end:\n${text}`);
  const isComplete = !/not completed|max search depth too small|out of memory|-DMEMLIM|truncated/i.test(text);
  return { states: Number(states), depth: Number(depth), errors: Number(errors), isComplete };
}

/** The steps of a counterexample, and the property it breaks. */
export function readReplay(text: string, source: string): Pick<Outcome, 'broken' | 'story'> {
  const story = [...text.matchAll(/^\s*> (.*)$/gm)].map(([, line]) => line!);
  const line = /:(\d+), Error: assertion violated/.exec(text)?.[1];
  const broken = line === undefined ? undefined : propertiesOf(source).get(Number(line));
  return { broken: broken ?? 'all come to an end', story };
}
