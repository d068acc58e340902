/**
 * A process that runs commands in a row, each in its folder and environment, without the start of a process (a third of a second). It runs
 * `main.ts` itself. A command has ended when no handle keeps the process alive; an exit of the command ends this process.
 */
import { pathToFileURL } from 'node:url';
import { setClock } from './set-clock.ts';

/** The command to run. */
export interface HostOrder {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The time; omitted: the real time. */
  readonly nowMs?: number;
}

/** Follows the last byte of a command on both streams: no command prints it, because control characters are escaped. */
export const END = '\0end of the command\0';

/** A process that ends while `main.ts` still waits for something that cannot come any more has this exit code. */
const UNSETTLED = 13;

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK', 'uncaughtException', 'warning', 'exit'] as const;

function host(): void {
  const listening = EVENTS.map((event) => new Set<unknown>(process.listeners(event as 'exit')));
  const program = pathToFileURL(process.argv[2]!).href;
  let ran = 0;
  let isOver = false;

  process.on('message', ({ folder, args, env, nowMs }: HostOrder) => {
    setClock(nowMs ?? null);
    process.chdir(folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.argv.splice(2, Infinity, ...args);
    process.exitCode = undefined;
    isOver = false;
    // The channel to the test no longer keeps the process alive: Node reports the last other handle.
    process.channel!.unref();
    void import(`${program}?${ran++}`).then(() => (isOver = true));
  });

  process.on('beforeExit', () => {
    process.channel!.ref();
    for (const [i, event] of EVENTS.entries())
      for (const listener of process.listeners(event as 'exit'))
        if (!listening[i]!.has(listener)) process.off(event, listener);
    process.stdout.removeAllListeners('error'); // those of main.ts
    const code = isOver ? (process.exitCode ?? 0) : UNSETTLED;
    const streams = [process.stdout, process.stderr];
    const written = streams.map((stream) => new Promise((done) => stream.write(END, done)));
    void Promise.all(written).then(() => process.send!(code));
  });

  process.on('disconnect', () => process.exit());
  process.send!('ready');
}

if (import.meta.main) host();
