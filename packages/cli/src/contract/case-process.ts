/** The process of `serve-cases.ts`, from outside: started, asked, and ended when it does not answer. Both sides are this one file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { FailedCase } from './difference.ts';
import { type CaseOrder, serveCases, type Message } from './serve-cases.ts';

/** @public The entry of the process that is started here. */
export { serveCases };

/** How long its last words are waited for when it has ended, and its end when it may go. */
const LAST_WORDS_MS = 500;
const FAREWELL_MS = 2000;

interface Tried {
  readonly failed: FailedCase | null;
  /** How often the storage was open; 0: it could not be opened. */
  readonly openings: number;
}

export interface CaseProcess {
  readonly names: readonly string[];
  /** Runs a case. If it hangs or ends the process, it has failed, and the process ends. */
  attempt(name: string, timeoutMs: number): Promise<Tried>;
  readonly isOver: boolean;
  end(): Promise<void>;
}

export interface CaseProcessOptions {
  readonly path: string;
  /** The parent of each case's folder. */
  readonly folder: string;
  /** The module may take so long to load. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onPrinted: (line: string) => void;
}

/** Starts the process. Rejects with the reason if the module opens no storage. */
export async function startCaseProcess(options: CaseProcessOptions): Promise<CaseProcess> {
  const { path, folder, timeoutMs, signal, onPrinted } = options;
  const child = spawnServing(path, folder);
  let latest = '';
  const printed = Promise.all(
    [child.stdout!, child.stderr!].map(async (stream) => {
      for await (const line of createInterface(stream)) onPrinted((latest = line));
    }),
  );
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let isOver = false;
  const ended = once(child, 'exit').then(async ([code, by]) => {
    isOver = true;
    signal.removeEventListener('abort', stop);
    // Its output arrives a moment later, or never, if processes that it started keep the pipe open.
    await settledWithin(LAST_WORDS_MS, printed);
    return { how: by === null ? `with exit code ${code as number}` : `by ${by as string}` };
  });
  // In order, also those that come before they are waited for.
  const messages = on(child, 'message');

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  /** The process ends when its channel closes, so that it can remove what it started. */
  async function end(): Promise<void> {
    if (child.connected) child.disconnect();
    await settledWithin(FAREWELL_MS, ended);
    await kill();
  }

  /** Its next word; else why there is none, when it has been ended. */
  async function answerWithin(ms: number): Promise<Message | string> {
    const first = await settledWithin(ms, Promise.race([messages.next(), ended]));
    if (first === null) {
      await kill();
      return `no end within ${ms / 1000} s`;
    }
    if ('value' in first) return (first.value as [Message])[0];
    return `it ended the process ${first.how}${latest === '' ? '' : `: ${latest}`}`;
  }

  const first = await answerWithin(timeoutMs);
  if (typeof first === 'string' || first.kind !== 'ready') {
    await end();
    const why = typeof first === 'string' ? first : first.kind === 'unusable' ? first.why : first.kind;
    throw new UnusableModule(why);
  }
  return {
    names: first.names,
    async attempt(name, limitMs) {
      latest = '';
      // If it has just exited, that is the answer.
      child.send({ name } satisfies CaseOrder, () => undefined);
      let openings = 0;
      let message = await answerWithin(limitMs);
      if (typeof message !== 'string' && message.kind === 'opened') {
        ({ openings } = message);
        message = await answerWithin(limitMs);
      }
      if (typeof message !== 'string' && message.kind === 'tried')
        return { failed: message.failed, openings };
      const got = typeof message === 'string' ? message : message.kind;
      const differences = [{ at: '', expected: 'an end', got }];
      return { failed: { because: null, differences, where: null }, openings };
    },
    get isOver() {
      return isOver;
    },
    end,
  };
}

function spawnServing(path: string, folder: string): ChildProcess {
  const begin = `import(${JSON.stringify(import.meta.url)}).then((of) => of.serveCases(${JSON.stringify(path)}, ${JSON.stringify(folder)}))`;
  const options = ['--enable-source-maps', '--disable-warning=ExperimentalWarning', '--eval', begin];
  return spawn(process.execPath, [...process.execArgv, ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

async function settledWithin<R>(ms: number, work: Promise<R>): Promise<R | null> {
  const stop = new AbortController();
  const late = pause(ms, null, { signal: stop.signal });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** The module opens no storage; the message has the reason. */
export class UnusableModule extends Error {}
