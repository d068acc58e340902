/**
 * A process that carries out one command after the other, each in a folder and an environment of its own: what a command would be as a
 * process, without the third of a second in which one starts. It runs `main.ts` itself, says that a command has ended only when nothing
 * is left that would keep a process alive, and is gone when a command exits.
 */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** What is to be run. */
export interface HostOrder {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What follows the last byte of a command on both streams: no command prints it, since all control characters are escaped. */
export const END = '\0end of the command\0';

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK', 'uncaughtException', 'warning', 'exit'] as const;

if (import.meta.main) {
  let ran = 0;
  process.on('disconnect', () => process.exit());
  process.on('message', (order: HostOrder) => void carryOut(order));
  const streams = [process.stdout, process.stderr];
  const atRest = process.getActiveResourcesInfo().length; // the streams, and the way to the test

  /** Runs a command, and waits for what it has left to do. */
  async function carryOut({ folder, args, env }: HostOrder): Promise<void> {
    process.chdir(folder);
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.argv.splice(2, Infinity, ...args);
    process.exitCode = undefined;
    const before = EVENTS.map((event) => new Set<unknown>(process.listeners(event as 'exit')));
    await import(`../src/main.ts?${ran++}`);
    await turn();
    while (process.getActiveResourcesInfo().length > atRest) await pause(2);
    for (const [i, event] of EVENTS.entries())
      for (const listener of process.listeners(event as 'exit'))
        if (!before[i]!.has(listener)) process.off(event, listener);
    process.stdout.removeAllListeners('error'); // those of main.ts
    await Promise.all(streams.map((stream) => new Promise((done) => stream.write(END, done))));
    process.send!(process.exitCode ?? 0);
  }
  process.send!('ready');
}
