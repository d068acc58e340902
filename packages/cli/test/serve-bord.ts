/** Runs `bord serve` as a process. */
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type Bord, words } from './run-bord.ts';

/** The first line of the log. */
export interface Listening {
  readonly url: string;
  readonly baseUrl: string;
  readonly port: number;
}

/** A server that runs. */
export interface Serving {
  readonly at: Listening;
  /** The printed lines. */
  readonly out: readonly string[];
  readonly lines: Interface;
  /** The first line of the standard error. */
  readonly firstErrorLine: Promise<string>;
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a server, and waits for the line that says where it listens. */
export async function serveBord(
  bord: Bord,
  line: string,
  env: Record<string, string> = {},
): Promise<Serving> {
  const child = bord.start(words(line), { env });
  const out: string[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (printed) => out.push(printed));
  const errorLines = createInterface({ input: child.stderr });
  const firstErrorLine = once(errorLines, 'line').then(([printed]) => String(printed));
  const closed = Promise.all([once(child, 'close'), text(child.stderr)]);
  const ended = closed.then(([[code], err]) => ({ code: code as number | null, err }));
  await Promise.race([once(lines, 'line'), ended.then(({ err }) => Promise.reject(new Error(err)))]);
  const at = JSON.parse(out[0]!) as Listening;
  return { at, out, lines, firstErrorLine, ended, kill: (signal) => void child.kill(signal) };
}
