/**
 * Preloaded into a process: every function of the sources calls the recorder when it is entered. The parent process opens and closes the window in
 * which calls are recorded. V8's precise coverage counts the same window independently.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { FunctionMap } from './functions.ts';
import { MAP_VARIABLE, type Order, type Recording } from './recording.ts';

/** A window is opened and closed when no function was entered for so long. */
const QUIET_MS = 80;

interface Call {
  readonly window: object;
  readonly index: number;
}

type Body<T> = () => T;
type Steps = Generator<unknown, unknown, unknown>;
type AsyncSteps = AsyncGenerator<unknown, unknown, unknown>;

const map: FunctionMap = JSON.parse(readFileSync(process.env[MAP_VARIABLE]!, 'utf8'));
const current = new AsyncLocalStorage<Call>();
/** Instrumented sources by URL. */
const sources = new Map<string, string>();
let window: [functionId: number, parent: number][] | undefined;
let enteredMs = 0;

function enter(id: number): Call {
  const above = current.getStore();
  const parent = above?.window === window ? above!.index : -1;
  return { window: window!, index: window!.push([id, parent]) - 1 };
}

/** Calls the body as a call of this function. */
const walk = <T>(id: number, body: Body<T>): T => {
  enteredMs = performance.now();
  return window ? current.run(enter(id), body) : body();
};

/** The same for a generator: each step continues the call. */
walk.steps = (id: number, inner: Steps): Iterable<unknown> => {
  if (!window) return inner;
  const call = enter(id);
  return {
    [Symbol.iterator]: () => ({
      next: (value: unknown) => current.run(call, () => inner.next(value)),
      return: (value: unknown) => current.run(call, () => inner.return(value)),
      throw: (error: unknown) => current.run(call, () => inner.throw(error)),
    }),
  };
};
walk.asyncSteps = (id: number, inner: AsyncSteps): AsyncIterable<unknown> => {
  if (!window) return inner;
  const call = enter(id);
  return {
    [Symbol.asyncIterator]: () => ({
      next: (value: unknown) => current.run(call, () => inner.next(value)),
      return: (value: unknown) => current.run(call, () => inner.return(value)),
      throw: (error: unknown) => current.run(call, () => inner.throw(error)),
    }),
  };
};
Object.assign(globalThis, { __walk: walk });

/** A server leaves deliveries and maintenance to others, so that a request is its only work. */
const [BACKGROUND, WITH_IT, WITHOUT] = [
  '/packages/cli/src/background.ts',
  'FIRST_CALLERS_MS = 200;',
  'FIRST_CALLERS_MS = 2 ** 31 - 1;',
];

function withoutBackground(url: string, source: string): string {
  if (!url.endsWith(BACKGROUND)) return source;
  if (!source.includes(WITH_IT)) throw new Error(`${url} has no ${WITH_IT}: adapt test/walk/recorder.ts`);
  return source.replace(WITH_IT, WITHOUT);
}

registerHooks({
  load(url, context, next) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    const insertions = map.insertions[file];
    if (!insertions) return next(url, context);
    const text = readFileSync(file, 'utf8');
    let source = '';
    let from = 0;
    for (const [offset, inserted] of insertions) {
      source += text.slice(from, offset) + inserted;
      from = offset;
    }
    source = stripTypeScriptTypes(withoutBackground(url, source + text.slice(from)));
    sources.set(url, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** V8's counts since the last call. */
function takeCoverage(): Pick<Recording, 'covered' | 'uninstrumented'> {
  const covered: number[] = [];
  const uninstrumented: string[] = [];
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    for (const { url, functions } of taken.result) {
      const source = sources.get(url);
      if (source === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, endOffset, count }] = ranges as [(typeof ranges)[0]];
        // The module itself, and the fields of a class, which belong to its constructor.
        if (count === 0 || startOffset === 0 || functionName.startsWith('<')) continue;
        const id = /__walk(?:\.\w+)?\((\d+), (?:async )?$/.exec(
          source.slice(startOffset - 40, startOffset),
        )?.[1];
        if (id !== undefined) covered.push(Number(id));
        else if (!source.slice(startOffset, endOffset).includes('__walk'))
          uninstrumented.push(`${url} ${functionName}`);
      }
    }
  });
  return { covered, uninstrumented };
}

function open(): void {
  takeCoverage();
  window = [];
  process.send!('opened');
}

function close(): void {
  const calls = window!;
  window = undefined;
  process.send!({ calls, ...takeCoverage() } satisfies Recording);
}

/** Calls it when no function was entered for some time. */
function onceQuiet(act: () => void): void {
  const restMs = enteredMs + QUIET_MS - performance.now();
  if (restMs > 0) setTimeout(onceQuiet, restMs, act);
  else act();
}

process.on('message', (order: Order) => {
  if (order === 'open') onceQuiet(open);
  if (order === 'close') onceQuiet(close);
});
// The channel must not keep a process that has ended its work.
process.channel?.unref();
