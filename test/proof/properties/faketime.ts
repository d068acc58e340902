/**
 * Real servers under a clock that runs 800 days ahead (libfaketime), on SQLite and on PostgreSQL: no future booking is deleted.
 *
 *     apt-get install faketime
 *     node --conditions=@bord/source test/proof/properties/faketime.ts [path of libfaketimeMT.so.1]
 *
 * Not part of `npm test`, which uses a test clock (`packages/engine/src/app/background/maintenance.test.ts`).
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from '../../support/free-port.ts';
import { startPostgres } from '../../support/postgres.ts';

const LIBRARY = process.argv[2] ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
assert(existsSync(LIBRARY), `there is no ${LIBRARY}: install faketime, or name its library`);

const MAIN = join(import.meta.dirname, '../../../packages/cli/src/main.ts');
const DEMO = '00000000-0000-4000-8000-00000000d311';
const AHEAD = { LD_PRELOAD: LIBRARY, FAKETIME: '+800d', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
const servers = new Set<ChildProcess>();

interface Runtime {
  start(args: readonly string[], env?: Record<string, string>): ChildProcess;
  run(line: string, env?: Record<string, string>): Promise<{ code: number; out: string }>;
}

function runtimeOn(folder: string, database: string): Runtime {
  const own = {
    PATH: process.env['PATH'] ?? '',
    BORD_DATABASE: database,
    BORD_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const start: Runtime['start'] = (args, env = {}) =>
    spawn(process.execPath, ['--conditions=@bord/source', MAIN, ...args], {
      cwd: folder,
      env: { ...own, ...env },
    });
  return {
    start,
    async run(line, env) {
      const child = start(line.split(' '), env);
      const [[code], out, err] = await Promise.all([
        once(child, 'close'),
        text(child.stdout!),
        text(child.stderr!),
      ]);
      return { code: code as number, out: out + err };
    },
  };
}

/** Serves until its log has such a line, and is stopped. */
async function serveUntil(runtime: Runtime, line: RegExp, env?: Record<string, string>): Promise<string> {
  const server = runtime.start(['serve', '--port', String(await freePort())], env);
  servers.add(server);
  server.stderr!.resume();
  for await (const printed of createInterface({ input: server.stdout! })) {
    if (!line.test(printed)) continue;
    server.kill('SIGTERM');
    await once(server, 'close');
    servers.delete(server);
    return printed;
  }
  throw new Error(`the server has ended and not said ${line}`);
}

async function tryOn(kind: 'SQLite' | 'PostgreSQL', database: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-faketime-'));
  const runtime = runtimeOn(folder, database);
  const json = async <T>(line: string, env?: Record<string, string>): Promise<T> =>
    JSON.parse((await runtime.run(`${line} --json`, env)).out) as T;
  const guest = async (): Promise<string[]> => {
    const { bookings } = await json<{ bookings: { guest: { name: string } }[] }>(
      'guests export --email alva@example.com',
    );
    return bookings.map((booking) => booking.guest.name);
  };
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  try {
    await serveUntil(runtime, /nightly maintenance is done/);
    const made = `bookings create --location ${DEMO} --party 2 --name Alva --email alva@example.com --at`;
    const child = runtime.start([...made.split(' '), `${soon} 19:00`]);
    assert.equal((await once(child, 'close'))[0], 0);
    await json('sandbox key --email dev@example.com --system app');

    const printed = await serveUntil(
      runtime,
      kind === 'SQLite' ? /nightly maintenance waits/ : /listening|serving|http:/i,
      AHEAD,
    );
    console.log(`${kind}, server 800 days ahead: ${printed.slice(0, 300)}`);
    assert.deepEqual(await guest(), ['Alva']);
    const keys = await json<{ keys?: unknown[] } | unknown[]>('keys list');
    assert.match(JSON.stringify(keys), /dev@example\.com/);
    const refused = await runtime.run('guests erase --email alva@example.com --yes', AHEAD);
    console.log(`${kind}, guests erase: ${refused.out.trim()}`);
    assert.notEqual(refused.code, 0);
    assert.deepEqual(await guest(), ['Alva']);
    if (kind === 'PostgreSQL') return;
    // Control: with the time accepted, the same server erases the guest.
    await runtime.run('maintenance accept-time --yes', AHEAD);
    await serveUntil(runtime, /nightly maintenance is done/, AHEAD);
    assert.deepEqual(await guest(), []);
    console.log(`${kind}, control: with the time accepted she is erased`);
  } finally {
    for (const server of servers) server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

await tryOn('SQLite', 'sqlite:data/bord.db');
const postgres = await startPostgres();
try {
  await tryOn('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
console.log('nothing of a booking to come was deleted');
