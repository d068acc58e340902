/** `bord` as an operator runs it: real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { programFor } from '../support/bord-program.ts';
import { compileCache } from '../support/compile-cache.ts';
import { checkedFetch, createTrafficCheck } from '../support/openapi-traffic.ts';
import { DEMO_ID } from '../support/world.ts';

/** All servers on one PostgreSQL have the same. */
export const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

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
  readonly #env: Readonly<Record<string, string>>;
  readonly #main: string | undefined;
  readonly #children: ChildProcess[] = [];
  readonly #mails = mkdtempSync(join(tmpdir(), 'bord-test-mail-'));

  /**
   * @param env for every process, in addition to the database, the log's level and a secret key
   * @param main the program: of these sources, or a built `.js`
   */
  constructor(database: string, env: Readonly<Record<string, string>> = {}, main?: string) {
    this.#database = database;
    this.#env = env;
    this.#main = main;
  }

  async serve(): Promise<BordServer> {
    const child = this.start(['serve', '--port', '0'], { BORD_LOG: 'fatal' });
    const lines = createInterface({ input: child.stdout! });
    const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [])]);
    if (line === undefined) throw new Error('the server ended before it listened');
    const { url, baseUrl } = JSON.parse(line) as { url: string; baseUrl: string };
    return {
      base: baseUrl,
      root: url,
      process: child,
      async stop() {
        if (child.exitCode !== null) return child.exitCode;
        child.kill('SIGTERM');
        const [code] = (await once(child, 'exit')) as [number | null];
        return code;
      },
    };
  }

  /** Runs a command; returns its `--json` output. */
  async run(...args: string[]): Promise<Record<string, string>> {
    const child = this.start([...args, '--json']);
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
    rmSync(this.#mails, { recursive: true, force: true });
    const fallen = this.#children.filter(({ exitCode }) => exitCode !== null && exitCode !== 0);
    if (fallen.length > 0)
      throw new Error(`ended by itself: ${fallen.map(({ spawnargs }) => spawnargs.at(-1)).join()}`);
  }

  /** Forgets a process that has exited as expected. */
  forget(child: ChildProcess): void {
    this.#children.splice(this.#children.indexOf(child), 1);
  }

  /** Starts a process and leaves it running. */
  start(args: string[], env: Record<string, string> = {}): ChildProcess {
    const program = this.#main ?? programFor({ ...this.#env, ...env });
    const conditions = program.endsWith('.js') ? [] : ['--conditions=@bord/source'];
    const child = spawn(process.execPath, [...conditions, program, ...args], {
      env: {
        PATH: process.env['PATH'] ?? '',
        ...compileCache(),
        BORD_DATABASE: this.#database,
        BORD_SECRET_KEY: SECRET_KEY,
        BORD_MAIL: `file:${this.#mails}`,
        ...this.#env,
        ...env,
      },
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

/** Asks a server, and holds its answer against the OpenAPI document. */
export const ask = checkedFetch(createTrafficCheck());

/** Asks for a table at the demo location. */
export function book(
  server: BordServer,
  key: string,
  given: { startsAt: string; idempotencyKey: string; partySize: number },
): Promise<Response> {
  return ask(`${demoAt(server)}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...given, name: 'Alva', email: 'alva@example.com' }),
    signal: AbortSignal.timeout(60_000),
  });
}

/** Waits until a condition holds; at the time limit it throws an error with the condition. */
export async function until(what: string, holds: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  for (const start = Date.now(); Date.now() - start < withinMs; await pause(20)) if (await holds()) return;
  throw new Error(`within ${withinMs} ms: ${what}`);
}
