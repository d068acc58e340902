/**
 * A restaurant for a day: `bord serve` and the command line as processes on one SQLite file, partners over HTTP with their webhooks, and a
 * clock that the story sets for all of them.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Bord, makeBord } from '../run-bord.ts';
import { compileCache } from '../../../../test/support/compile-cache.ts';
import { eventOf, openReceiver, type Receiver } from '../../../../test/support/receiver.ts';

/** An event that a partner received. */
export interface Heard {
  readonly partner: string;
  readonly type: string;
  readonly bookingId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Stage {
  readonly bord: Bord;
  /** Sets the clock of everybody. */
  setTime(nowMs: number): Promise<void>;
  /** Runs a command that succeeds; returns its text output. */
  run(...args: readonly string[]): Promise<string>;
  /** The same, with `--json`. */
  json<T>(...args: readonly string[]): Promise<T>;
  /** The error text of a command that fails with exit code 1. */
  refusal(...args: readonly string[]): Promise<string>;
  /** Asks the server as a partner. */
  ask(key: string, method: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }>;
  /** Where a partner's webhooks go. */
  hookOf(partner: string): string;
  /** All events of the partners so far, in the order of arrival. */
  heard(): readonly Heard[];
  close(): Promise<void>;
}

/** The server's answer: a booking, or an error, which has no id. */
export interface Answer {
  readonly id: string;
}

/** @param nowMs what time it is when the curtain rises */
export async function openStage(nowMs: number): Promise<Stage> {
  const bord = makeBord();
  const receiver = await openReceiver();
  const env = { BORD_WEBHOOK_ALLOW_PRIVATE: '1', BORD_DEMO: '0' };
  const server = await serve(bord.folder, nowMs, env);
  const startedMs = Date.now();
  let aheadMs = nowMs - startedMs;
  const clock = (): number => Date.now() + aheadMs;

  async function run(args: readonly string[]): Promise<{ code: number | null; out: string; err: string }> {
    return bord.run(args, { env, nowMs: clock() });
  }

  async function succeed(args: readonly string[]): Promise<string> {
    const { code, out, err } = await run(args);
    if (code !== 0) throw new Error(`bord ${args.join(' ')} has failed with ${code}: ${err}${out}`);
    return out;
  }

  return {
    bord,
    async setTime(nextMs) {
      aheadMs = nextMs - Date.now();
      const set = once(server.process, 'message');
      server.process.send(nextMs);
      await set;
    },
    run: (...args) => succeed(args),
    json: async <T>(...args: readonly string[]) => JSON.parse(await succeed([...args, '--json'])) as T,
    async refusal(...args) {
      const { code, out, err } = await run(args);
      if (code !== 1) throw new Error(`bord ${args.join(' ')} has ended with ${code}: ${err}${out}`);
      return err.trimEnd();
    },
    async ask(key, method, path, body) {
      const response = await fetch(`${server.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    },
    hookOf: (partner) => `${receiver.url}/${partner}`,
    heard: () => heardBy(receiver),
    async close() {
      server.process.kill('SIGTERM');
      await once(server.process, 'close');
      await receiver.close();
      bord.remove();
    },
  };
}

/** An event counts once, however often it was sent: a clock that jumps ends a lease before its time. */
function heardBy({ received }: Receiver): readonly Heard[] {
  const events = received.map((delivery) => ({
    partner: delivery.url.split('/').at(-1)!,
    ...eventOf(delivery),
  }));
  const byId = new Map(events.map((event) => [`${event.partner} ${event.id}`, event]));
  return Array.from(byId.values(), ({ partner, type, data }) => ({
    partner,
    type,
    bookingId: String(data['bookingId']),
    data,
  }));
}

async function serve(
  folder: string,
  nowMs: number,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly process: ChildProcess; readonly baseUrl: string }> {
  const process = fork(join(import.meta.dirname, '../clocked-server.ts'), ['serve', '--port', '0'], {
    cwd: folder,
    execArgv: ['--conditions=@bord/source'],
    env: { PATH: globalThis.process.env['PATH'], ...compileCache(), ...env, STORY_NOW_MS: String(nowMs) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const lines = createInterface({ input: process.stdout! });
  const [first] = (await once(lines, 'line')) as [string];
  lines.on('line', () => undefined);
  return { process, baseUrl: (JSON.parse(first) as { baseUrl: string }).baseUrl };
}
