/** Which test files run which functions of the product, and how long they take: recorded once, in a copy whose functions note that they run. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Copy } from '../run/copy.ts';
import { root } from '../run/fault.ts';
import { TestRunner } from '../run/runner.ts';
import { type Compiler, functionBodies } from './syntax.ts';

/** Git ignores it. */
export const CACHE = join(root, '.mutations');
const RECORD = join(CACHE, 'record.json');

/** The recording. */
export interface Recorded {
  /** Of each source file: its text's hash, and for each function in the order of the file the test files that run it, by number. */
  readonly sources: Record<string, { readonly hash: string; readonly functions: number[][] }>;
  readonly tests: { readonly file: string; readonly ms: number }[];
}

export function readRecord(): Recorded | null {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded;
  } catch {
    return null;
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Runs the whole suite once; as long as `npm test` or somewhat longer. */
export async function record(
  compiler: Compiler,
  workers: number,
  say: (line: string) => void,
): Promise<Recorded> {
  const notes = mkdtempSync(join(tmpdir(), 'bord-record-'));
  const copy = new Copy();
  const runner = new TestRunner(
    copy.folder,
    { bail: 0, workers },
    {
      BORD_RECORD: notes,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${join(copy.folder, 'test/mutants/generated/recorder.ts')}`,
    },
  );
  const stop = (): void => (runner.end(), copy.remove(), process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  try {
    const { sources, owners } = instrument(compiler, copy.folder);
    useRecorder(copy.folder);
    const tests = await runner.list(['together', 'apart']);
    let ended = 0;
    runner.onEnded = () => {
      ended += 1;
      if (ended % 25 === 0) say(`          ${ended}/${tests.length} test files recorded`);
    };
    await runner.run({ tests, changed: [], limitMs: 7_200_000 });
    const recorded: Recorded = { sources, tests: [] };
    gather(recorded, owners, notes, copy.folder);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(RECORD, JSON.stringify(recorded));
    return recorded;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    runner.end();
    copy.remove();
    rmSync(notes, { recursive: true, force: true });
  }
}

/** Lets each function of the copy's sources note that it runs. Functions have numbers, which `owners` leads back to. */
function instrument(
  compiler: Compiler,
  folder: string,
): { readonly sources: Recorded['sources']; readonly owners: (readonly [file: string, index: number])[] } {
  const sources: Recorded['sources'] = {};
  const owners: (readonly [string, number])[] = [];
  const files = readdirSync(join(folder, 'packages'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('packages', path))
    .filter((path) => /^packages\/[^/]+\/src\/.*(?<!\.test|\.d)\.ts$/.test(path));
  for (const file of files) {
    const source = compiler.parse(file);
    if (!source) continue;
    const bodies = functionBodies(source);
    const insertions = bodies.flatMap(({ start, end, isExpression }, index): [number, string][] => {
      const ran = `globalThis.bordRan&&(globalThis.bordRan[${owners.length}]=1)`;
      owners.push([file, index]);
      return isExpression
        ? [
            [start, `(${ran},`],
            [end, ')'],
          ]
        : [[start + 1, `${ran};`]];
    });
    sources[file] = { hash: hashOf(source.text), functions: bodies.map(() => []) };
    writeFileSync(join(folder, file), inserted(source.text, insertions));
  }
  return { sources, owners };
}

function inserted(text: string, insertions: readonly [number, string][]): string {
  const inOrder = insertions
    .map((each, i) => [...each, i] as const)
    .toSorted(([a, , i], [b, , j]) => a - b || i - j);
  let [result, at] = ['', 0];
  for (const [position, part] of inOrder) {
    result += text.slice(at, position) + part;
    at = position;
  }
  return result + text.slice(at);
}

/** Puts the recorder into the copy's `vitest.config.ts`. */
function useRecorder(folder: string): void {
  const path = join(folder, 'vitest.config.ts');
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(
    'globalSetup:',
    "setupFiles: ['test/mutants/generated/recorder.ts'],\n    globalSetup:",
  );
  if (changed === text)
    throw new Error('vitest.config.ts has no globalSetup, so that nothing can be recorded.');
  writeFileSync(path, changed);
}

function gather(
  { sources, tests }: Recorded,
  owners: readonly (readonly [string, number])[],
  notes: string,
  folder: string,
): void {
  const numbers = new Map<string, number>();
  const numberOf = (path: string): number => {
    const file = relative(folder, path);
    const number = numbers.get(file) ?? tests.push({ file, ms: 0 }) - 1;
    numbers.set(file, number);
    return number;
  };
  for (const name of readdirSync(notes)) {
    for (const line of readFileSync(join(notes, name), 'utf8').split('\n').filter(Boolean)) {
      const note = JSON.parse(line) as { file: string; ms?: number; functions: number[] };
      if (note.file === '') continue;
      const test = numberOf(note.file);
      if (note.ms !== undefined) tests[test] = { ...tests[test]!, ms: note.ms };
      for (const id of note.functions) {
        const [file, index] = owners[id]!;
        const runBy = sources[file]!.functions[index]!;
        if (!runBy.includes(test)) runBy.push(test);
      }
    }
  }
}
