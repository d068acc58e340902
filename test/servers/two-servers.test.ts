/** `bord serve` twice on one PostgreSQL, as an operator runs it: real processes, real signals, a balancer in front. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../support/postgres.ts';
import { DEMO_ID } from '../support/world.ts';

const MAIN = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
let database: FreshDatabase;
let children: ChildProcess[] = [];

beforeEach(async () => void (database = await freshDatabase()));

afterEach(async () => {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(running.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
  children = [];
  await database.drop();
});

interface Server {
  readonly base: string;
  readonly root: string;
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>;
}

async function serve(): Promise<Server> {
  const child = spawn(process.execPath, ['--conditions=source', MAIN, 'serve', '--port', '0'], {
    env: { PATH: process.env['PATH'] ?? '', BORD_DATABASE: database.url, BORD_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, baseUrl } = JSON.parse(line) as { url: string; baseUrl: string };
  return {
    base: baseUrl,
    root: url,
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

async function bord(...args: string[]): Promise<Record<string, string>> {
  const child = spawn(process.execPath, ['--conditions=source', MAIN, ...args, '--json'], {
    env: { PATH: process.env['PATH'] ?? '', BORD_DATABASE: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  await once(child, 'close');
  return JSON.parse(out) as Record<string, string>;
}

const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const house = (server: Server): string => `${server.base}/locations/${DEMO_ID}`;

function book(
  server: Server,
  key: string,
  startsAt: string,
  idempotencyKey: string,
  partySize = 6,
): Promise<Response> {
  return fetch(`${house(server)}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ startsAt, partySize, name: 'Alva', email: 'alva@example.com', idempotencyKey }),
  });
}

/** Whether the demo location's largest table is free at six in the evening, UTC. */
async function isFree(server: Server, key: string, date: string): Promise<boolean> {
  const answer = await fetch(`${house(server)}/availability?date=${date}&partySize=6`, {
    headers: { 'x-partner-key': key },
  });
  const { slots } = (await answer.json()) as { slots: { slot: string; available: boolean }[] };
  return slots.find(({ slot }) => slot === `${date}T18:00:00Z`)!.available;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const start = Date.now(); Date.now() - start < 5000; await pause(20)) if (await holds()) return;
  throw new Error(`within five seconds: ${what}`);
}

test('D7 D17 D19 what one server does the other knows: bookings, limits, revoked keys, the service switch', async () => {
  const [one, other] = [await serve(), await serve()];
  const { id, key } = await bord(
    'keys',
    'create',
    '--partner',
    'acme',
    '--location',
    DEMO_ID,
    '--rate-limit',
    '1000',
  );
  const date = day(2);
  expect(await isFree(other, key!, date)).toBe(true);
  const made = await book(one, key!, `${date}T18:00:00Z`, 'a');
  expect(made.status).toBe(201);
  await until('the other server shows the table as taken', async () => !(await isFree(other, key!, date)));
  expect((await book(other, key!, `${date}T18:00:00Z`, 'b')).status).toBe(409);
  const replay = await book(other, key!, `${date}T18:00:00Z`, 'a');
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await replay.json()).toEqual(await made.json());

  const { key: narrow } = await bord(
    'keys',
    'create',
    '--partner',
    'acme',
    '--location',
    DEMO_ID,
    '--rate-limit',
    '10',
  );
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const answer = await fetch(`${house(i % 2 ? one : other)}/menu`, {
        headers: { 'x-partner-key': narrow! },
      });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);

  const menu = async (server: Server): Promise<number> =>
    (await fetch(`${house(server)}/menu`, { headers: { 'x-partner-key': key! } })).status;
  await bord('service', 'disable', '--yes');
  for (const server of [one, other]) await until('both answer 503', async () => (await menu(server)) === 503);
  await bord('service', 'enable');
  for (const server of [one, other])
    await until('both answer again', async () => (await menu(server)) === 200);
  await bord('keys', 'revoke', id!, '--yes');
  for (const server of [one, other])
    await until('both refuse the key', async () => (await menu(server)) === 401);
});

test('a rolling restart under load: no request fails, no booking is lost or made twice', async () => {
  const { key } = await bord(
    'keys',
    'create',
    '--partner',
    'acme',
    '--location',
    DEMO_ID,
    '--rate-limit',
    '1000000',
  );
  let servers = [await serve(), await serve()];
  let leaving: Server | undefined;
  let isOver = false;
  const acknowledged: string[] = [];
  const failures: string[] = [];

  const client = async (number: number): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      // As a balancer does: whoever says that it is about to leave gets nothing new.
      const ready = servers.filter((server) => server !== leaving);
      const server = ready[(number + i) % ready.length]!;
      const startsAt = `${day(3 + ((number * 97 + i) % 300))}T${12 + (i % 6)}:00:00Z`;
      try {
        const answer = await book(server, key!, startsAt, `${number}-${i}`, 1 + (i % 6));
        const body = (await answer.json()) as { id: string };
        if (answer.status === 201) acknowledged.push(body.id);
        else if (answer.status !== 409) failures.push(`${answer.status} ${JSON.stringify(body)}`);
      } catch (error) {
        failures.push(String((error as Error).cause ?? error));
      }
    }
  };
  const load = Promise.all(Array.from({ length: 8 }, (_, number) => client(number)));
  for (let restart = 0; restart < 4; restart++) {
    await pause(300);
    const [oldest, ...rest] = servers as [Server, ...Server[]];
    leaving = oldest;
    await pause(50); // its readiness has been asked by now
    expect(await oldest.stop()).toBe(0);
    servers = [...rest, await serve()];
    leaving = undefined;
  }
  isOver = true;
  await load;

  expect(failures).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(100);
  const kept = await sql<{ id: string }>(database.url, 'SELECT id FROM bookings');
  expect(kept.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  const overlaps = await sql(
    database.url,
    `SELECT FROM seatings a JOIN seatings b USING (location_id, table_id) WHERE a.booking_id < b.booking_id AND a.during && b.during`,
  );
  expect(overlaps).toEqual([]);
});
