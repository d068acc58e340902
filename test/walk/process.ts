/** Real processes of `bord` on the sources, each with the recorder in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Order, Recording } from './recording.ts';

const RECORDER = fileURLToPath(new URL('recorder.ts', import.meta.url));

/** A process whose calls can be recorded. */
export interface Traced {
  readonly child: ChildProcess;
  /** Records what the process does from now on until `act` has ended and the process rests. */
  record(act: () => Promise<void>): Promise<Recording>;
  stop(): Promise<void>;
}

/** Starts a program of the sources. `env` names the map of functions. */
export function startTraced(args: readonly string[], env: Readonly<Record<string, string>>): Traced {
  const node = ['--conditions=@bord/source', '--disable-warning=ExperimentalWarning', `--import=${RECORDER}`];
  const child = spawn(process.execPath, [...node, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`${args.join(' ')} ended with ${code}`)),
  );
  ended.catch(() => undefined);
  const order = async <T>(what: Order): Promise<T> => {
    const answer = once(child, 'message');
    child.send(what);
    return ((await Promise.race([answer, ended])) as [T])[0];
  };
  return {
    child,
    async record(act) {
      await order('open');
      await act();
      return order<Recording>('close');
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The first line that a process prints. */
export async function firstLine({ child }: Traced): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [])]);
  if (line === undefined) throw new Error('a process ended before it was ready');
  return line as string;
}
