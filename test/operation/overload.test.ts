/** A server with more work than it can do keeps what matters most. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, LOADS } from '@bord/adapter-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bord } from '../servers/bord-process.ts';
import { type BusyHouses, furnish } from './busy-houses.ts';
import { strain } from './overload.ts';

const folder = mkdtempSync(join(tmpdir(), 'bord-overload-'));
const path = join(folder, 'bord.db');
const bord = new Bord(`sqlite:${path}`);
let houses: BusyHouses;

beforeAll(async () => void (houses = await furnish(path)));
afterAll(async () => {
  await bord.end();
  rmSync(folder, { recursive: true });
});

test('at five times its capacity a server keeps 99 of 100 bookings, and is itself again within 5 s', async () => {
  const server = await bord.serve();
  const { bookingsKept, recoveredAfterMs, hits } = await strain(Number(new URL(server.root).port), houses, 5);
  expect(bookingsKept).toBeGreaterThanOrEqual(0.99);
  expect(recoveredAfterMs).not.toBeNull();
  const turnedAway = hits.filter(({ status }) => status === 503).map(({ kind }) => kind);
  expect(new Set(turnedAway)).not.toContain('create');
  expect(await server.stop()).toBe(0);
});

test('control: one that takes on whatever comes loses them', async () => {
  const [server, port] = await serveUnguarded();
  try {
    const lost: number[] = [];
    for (const times of [5, 15]) {
      const { bookingsKept } = await strain(port, houses, times);
      if (bookingsKept < 0.99) return;
      lost.push(bookingsKept);
    }
    expect.unreachable(`it has kept ${lost.join(' and ')} of them`);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
});

test('docs/operation.md tells the limits', () => {
  const text = readFileSync(new URL('../../docs/operation.md', import.meta.url), 'utf8');
  const told = [...text.matchAll(/^\| `(booking|reading|batch)`: [^|]+\| (\d+) \| (\d+) \| (\d+) s \|$/gm)];
  const limits = LOADS.map((load) => {
    const { atOnce, waiting, waitMs } = DEFAULT_LIMITS[load];
    return [load, atOnce, waiting, waitMs / 1000].join();
  });
  expect(told.map(([, ...cells]) => cells.join())).toEqual(limits);
});

async function serveUnguarded(): Promise<[ChildProcess, number]> {
  const program = fileURLToPath(new URL('unguarded-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=source', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return [child, (JSON.parse(line) as { port: number }).port];
}
