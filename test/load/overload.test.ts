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
import { type BusyRestaurants, furnish } from './busy-restaurants.ts';
import { crowd } from './crowd.ts';

const folder = mkdtempSync(join(tmpdir(), 'bord-overload-'));
const path = join(folder, 'bord.db');
const bord = new Bord(`sqlite:${path}`);
let restaurants: BusyRestaurants;

beforeAll(async () => void (restaurants = await furnish(path)));
afterAll(async () => {
  await bord.end();
  rmSync(folder, { recursive: true });
});

// `overload-strain.test.ts` tests durations, with simulated time.
test('with more clients than capacity each booking is made, reads are shed, and the server recovers', async () => {
  const server = await bord.serve();
  const { creates, shed, afterwards } = await crowd(portOf(server.root), restaurants, 30);
  expect(creates.filter(({ status }) => status !== 201)).toEqual([]);
  expect(shed).toBeGreaterThan(0);
  expect(afterwards).toEqual([201, 200, 200]);
  expect(await server.stop()).toBe(0);
});

test('control: a server without a limit sheds no request', async () => {
  const [server, port] = await serveUnguarded();
  try {
    expect((await crowd(port, restaurants, 30)).shed).toBe(0);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
});

const portOf = (root: string): number => Number(new URL(root).port);

test('docs/operate/scale.md has the limits', () => {
  const text = readFileSync(new URL('../../docs/operate/scale.md', import.meta.url), 'utf8');
  const rows = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, ...cells]) => cells.map((cell) => cell.replace(' s', '')).join());
  const gates = LOADS.map((load) => {
    const { atOnce, atOnceEach, waiting, waitMs } = DEFAULT_LIMITS[load];
    return [load, atOnce, atOnceEach, waiting, waitMs / 1000].join();
  });
  expect(rows(/^\| `(\w+)`: [^|]+\| (\d+) \| (\d+) \| (\d+) \| (\d+ s) \|$/gm)).toEqual(gates);
  const bodies = LOADS.map((load) => {
    const { arriving, arrivingEach } = DEFAULT_LIMITS[load];
    return [load, arriving, arrivingEach].join();
  });
  expect(rows(/^\| `(\w+)` \| (\d+) \| (\d+) \|$/gm)).toEqual(bodies);
  for (const load of LOADS) expect(DEFAULT_LIMITS[load].arriveMs).toBe(10_000);
});

async function serveUnguarded(): Promise<[ChildProcess, number]> {
  const program = fileURLToPath(new URL('unguarded-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@bord/source', program, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return [child, (JSON.parse(line) as { port: number }).port];
}
