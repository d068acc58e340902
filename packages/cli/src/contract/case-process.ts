/** The process of `serve-cases.ts`, from outside: started, asked, and ended when it does not answer. Both sides are this one file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FailedCase } from './difference.ts';
import { type CaseOrder, serveCases, type Message } from './serve-cases.ts';

/** @public What the process that is started here begins with. */
export { serveCases };

/** What came of a case: nothing wrong, or what. */
interface Tried {
  readonly failed: FailedCase | null;
  /** How often the storage was open. */
  readonly openings: number;
}

/** A process with somebody's storage in it. */
export interface CaseProcess {
  /** The cases that it knows. */
  readonly names: readonly string[];
  /** Tries a case. What hangs or ends the process is wrong, and ends it. */
  attempt(name: string, timeoutMs: number): Promise<Tried>;
  /** It has been ended, by itself or by a case that did. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

/** Starts it. Rejects when there is no storage to try, with the reason. @param onPrinted lines that the storage prints */
export async function startCaseProcess(
  path: string,
  folder: string,
  timeoutMs: number,
  onPrinted: (line: string) => void,
): Promise<CaseProcess> {
  const begin = `import(${JSON.stringify(import.meta.url)}).then((of) => of.serveCases(${JSON.stringify(path)}, ${JSON.stringify(folder)}))`;
  const child = spawn(
    process.execPath,
    [...process.execArgv, '--enable-source-maps', '--disable-warning=ExperimentalWarning', '--eval', begin],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let latest = '';
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on('line', (line) => onPrinted((latest = line)));
  // Once all that it has printed is there.
  const ended = once(child, 'close').then(([code, signal]) => ({
    how: signal === null ? `with exit code ${code as number}` : `by ${signal as string}`,
  }));
  let isOver = false;
  void ended.then(() => (isOver = true));

  async function end(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  /** Its next word; else why there is none, when it has been ended. */
  async function answerWithin(ms: number): Promise<Message | string> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const late = new Promise<null>((done) => {
      const timer = setTimeout(done, ms, null);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
    const word = once(child, 'message', { signal }).then(([message]) => message as Message);
    word.catch(() => undefined);
    const first = await Promise.race([word, late, ended]);
    waiting.abort();
    if (first === null) {
      await end();
      return `no end within ${ms / 1000} s`;
    }
    if ('kind' in first) return first;
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
      child.send({ name } satisfies CaseOrder);
      const message = await answerWithin(limitMs);
      if (typeof message !== 'string' && message.kind === 'tried') return message;
      const got = typeof message === 'string' ? message : message.kind;
      const differences = [{ at: '', expected: 'an end', got }];
      return { failed: { because: null, differences, where: null }, openings: 0 };
    },
    get isOver() {
      return isOver;
    },
    end,
  };
}

/** There is no storage to try, and why. */
export class UnusableModule extends Error {}
