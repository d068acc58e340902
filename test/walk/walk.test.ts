/** The counter of `npm run walk`, on a small invented program. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Figures, figuresOf, requestOf, stepsOf } from './figures.ts';
import { readFunctions } from './functions.ts';
import { listingOf } from './listing.ts';
import { assertComplete, overBudget } from './measure.ts';
import { startTraced } from './process.ts';
import { MAP_VARIABLE } from './recording.ts';

/** A program that answers the message `go`: `answer` calls another folder twice, and each kind of function once. */
const PROGRAM: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'main.ts': `
    import { answer } from './api/answer.ts';
    const loadedOnce = (): number => 1;
    loadedOnce();
    setInterval(() => undefined, 60_000);
    process.on('message', (text: unknown) => { if (text === 'go') void answer().then(() => process.send!('done')); });`,
  'api/answer.ts': `
    import { Store, pairs, slowPairs } from '../store/store.ts';
    import { twice } from '../core/twice.ts';
    function never(): void {}
    export async function answer(): Promise<number> {
      let sum = twice(1);
      const store = new Store(sum);
      sum += await store.read((value) => value + 1);
      for (const value of pairs()) sum += value;
      for await (const value of slowPairs()) sum += value;
      return sum > 1000 ? (never(), 0) : twice(sum);
    }`,
  'core/twice.ts': 'export const twice = (value: number): number => value * 2;',
  'store/store.ts': `
    export class Store {
      #value: number;
      constructor(value: number) { this.#value = value; }
      get value(): number { return this.#value; }
      async read(by: (value: number) => number): Promise<number> { await null; return by(this.value); }
    }
    export function* pairs(): Generator<number> { yield 1; yield 2; }
    export async function* slowPairs(): AsyncGenerator<number> { yield 1; await null; yield 2; }`,
};

/** Runs the program once in a process and records it. */
async function walked(given: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bord-walk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries({ ...PROGRAM, ...given })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const sources = Object.keys({ ...PROGRAM, ...given }).filter((path) => path.endsWith('.ts'));
  const map = readFunctions(
    sources.map((path) => join(folder, path)),
    folder,
  );
  const mapFile = join(folder, 'functions.json');
  writeFileSync(mapFile, JSON.stringify(map));
  const traced = startTraced([join(folder, 'main.ts')], { [MAP_VARIABLE]: mapFile });
  const { child } = traced;
  onTestFinished(() => traced.stop());
  const recording = await traced.record(
    () =>
      new Promise((done) => {
        child.on('message', (message) => message === 'done' && done());
        child.send('go');
      }),
  );
  assertComplete(recording, map.functions);
  const steps = requestOf(stepsOf(recording, map.functions));
  return { recording, functions: map.functions, steps, figures: figuresOf(steps) };
}

test('a walk counts entered files, functions, folders and returns, and not what runs when a module is loaded', async () => {
  const { steps, figures } = await walked();
  expect(listingOf(steps)).toMatchInlineSnapshot(`
    "main.ts:6 on(…)
      api/answer.ts:5 answer
        core/twice.ts:1 twice
        store/store.ts:4 Store.constructor
        store/store.ts:6 Store.read
          store/store.ts:5 Store.value
          api/answer.ts:8 answer > read(…) ←
        store/store.ts:8 pairs ←
        store/store.ts:9 slowPairs
        core/twice.ts:1 twice ←
      main.ts:6 on(…) > then(…) ←"
  `);
  expect(figures).toEqual({ files: 4, functions: 10, folders: 4, returns: 4 } satisfies Figures);
});

test('a call to a new folder and back raises files, functions, folders and returns, and exceeds a budget', async () => {
  const { figures } = await walked({
    'core/twice.ts': `
      import { log } from '../log/log.ts';
      export const twice = (value: number): number => (log(), times(value));
      const times = (value: number): number => value * 2;`,
    'log/log.ts': 'export function log(): void {}',
  });
  expect(figures).toEqual({ files: 5, functions: 12, folders: 5, returns: 7 });
  expect(overBudget(figures, { files: 5, functions: 12, folders: 4, returns: 7 })).toEqual([
    'folders 5, at most 4',
  ]);
});

test('a recording that misses a function which V8 has counted is refused', async () => {
  const { recording, functions } = await walked();
  const missed = functions.find(({ name }) => name === 'twice')!.id;
  const calls = recording.calls.map(([id, parent]) => [id === missed ? 0 : id, parent] as const);
  expect(() => assertComplete({ ...recording, calls }, functions)).toThrow(/core\/twice\.ts twice/);
});
