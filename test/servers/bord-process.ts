/** `bord` as an operator runs it: real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEMO_ID } from '../support/world.ts';

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** A server that is listening. */
export interface BordServer {
  readonly base: string;
  readonly root: string;
  readonly process: ChildProcess;
  /** Asks it to leave by SIGTERM; its exit code. */
  stop(): Promise<number | null>;
}

/** Starts servers and commands on one database, and ends what is left of them. */
export class Bord {
  readonly #database: string;
  readonly #children: ChildProcess[] = [];

  constructor(database: string) {
    this.#database = database;
  }

  async serve(): Promise<BordServer> {
    const child = this.#spawn(['serve', '--port', '0'], { BORD_LOG: 'fatal' });
    const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
    const { url, baseUrl } = JSON.parse(line) as { url: string; baseUrl: string };
    return {
      base: baseUrl,
      root: url,
      process: child,
      async stop() {
        child.kill('SIGTERM');
        const [code] = (await once(child, 'exit')) as [number | null];
        return code;
      },
    };
  }

  /** Runs a command; what it prints with `--json`. */
  async run(...args: string[]): Promise<Record<string, string>> {
    const child = this.#spawn([...args, '--json']);
    let out = '';
    child.stdout!.on('data', (chunk) => (out += chunk));
    await once(child, 'close');
    return JSON.parse(out) as Record<string, string>;
  }

  /** A key of the partner `acme` for the demo location. */
  key(rateLimit = 1_000_000): Promise<Record<string, string>> {
    return this.run(
      'keys',
      'create',
      '--partner',
      'acme',
      '--location',
      DEMO_ID,
      '--rate-limit',
      String(rateLimit),
    );
  }

  async end(): Promise<void> {
    const running = this.#children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    await Promise.all(running.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
  }

  #spawn(args: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, ['--conditions=source', MAIN, ...args], {
      env: { PATH: process.env['PATH'] ?? '', BORD_DATABASE: this.#database, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    return child;
  }
}

/** A date so many days ahead. */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The demo location at a server. */
export const demoAt = (server: BordServer): string => `${server.base}/locations/${DEMO_ID}`;

/** Asks for a table at the demo location. */
export function book(
  server: BordServer,
  key: string,
  given: { startsAt: string; idempotencyKey: string; partySize: number },
): Promise<Response> {
  return fetch(`${demoAt(server)}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...given, name: 'Alva', email: 'alva@example.com' }),
    signal: AbortSignal.timeout(20_000),
  });
}

/** Waits until something holds. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 5000): Promise<void> {
  for (const start = Date.now(); Date.now() - start < withinMs; await pause(20)) if (await holds()) return;
  throw new Error(`within ${withinMs} ms: ${what}`);
}
