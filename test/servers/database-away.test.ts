/** A PostgreSQL that is killed under load several times and comes back: the server's answers, and the kept bookings. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { inFull } from '../support/long.ts';
import { postgresIn, sql } from '../support/postgres.ts';
import { DEMO_ID } from '../support/world.ts';
import { Bord, book, dayAhead, until } from './bord-process.ts';

const KILLS = inFull(4, 2);
const CLIENTS = 8;

let folder: string;
let port: number;
let bord: Bord;
const url = (): string => `postgres://postgres:password@127.0.0.1:${port}/postgres`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bord-away-'));
  port = await freePort();
  const server = postgresIn(folder, port);
  await server.initialise();
  await server.start();
  bord = new Bord(url());
});

afterEach(async () => {
  await bord.end();
  await kill().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

/** Like a power loss: no statement is finished, no data is flushed. */
async function kill(): Promise<void> {
  process.kill(Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
  await until('nobody listens any more', async () => !(await isUp()));
}

async function isUp(): Promise<boolean> {
  return sql(url(), 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** The processes of the killed server may take a moment to leave its memory. */
async function start(): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await postgresIn(folder, port).start();
      break;
    } catch (error) {
      if (tries === 20) throw error;
      await pause(250);
    }
  }
  await until('it has recovered', isUp);
}

test('§7 PostgreSQL killed under load: 503 during the outage, no acknowledged booking is lost, no table is booked twice', async () => {
  const server = await bord.serve();
  const { key } = await bord.key();
  let isOver = false;
  const idOfKey = new Map<string, string>();
  const statuses = new Map<number, number>();
  const oddities: string[] = [];

  /** A careful partner: asks again, under the same key, until it knows. */
  const client = async (number: number): Promise<void> => {
    for (let i = 0; !isOver; i++) {
      const order = {
        startsAt: `${dayAhead(3 + ((number * 97 + i) % 300))}T${12 + (i % 6)}:00:00Z`,
        idempotencyKey: `${number}-${i}`,
        partySize: 1 + (i % 6),
      };
      for (let isKnown = false; !isKnown;) {
        const answer = await book(server, key!, order);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const body = (await answer.json()) as { id: string };
        isKnown = answer.status !== 503;
        if (answer.status === 201) idOfKey.set(order.idempotencyKey, body.id);
        else if (answer.status === 503 && answer.headers.has('retry-after')) await pause(50);
        else if (answer.status !== 409) oddities.push(`${answer.status} ${JSON.stringify(body)}`);
      }
    }
  };
  const load = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const status = async (path: string): Promise<Response> => fetch(server.root + path);
  for (let i = 0; i < KILLS; i++) {
    const enough = idOfKey.size + 20;
    await until('the load goes on', async () => idOfKey.size >= enough);
    await kill();
    await until('readiness fails', async () => (await status('/readyz')).status === 503);
    expect((await status('/readyz')).headers.get('retry-after')).not.toBeNull();
    expect((await status('/healthz')).status).toBe(200);
    const refused = statuses.get(503) ?? 0;
    await until('a partner is told to come back', async () => (statuses.get(503) ?? 0) > refused);
    if (i === 0) await pause(3000); // longer than any request waits for it
    await start();
    await until('the server serves again by itself', async () => (await status('/readyz')).status === 200);
  }
  const enough = idOfKey.size + CLIENTS;
  await until('it books as before', async () => idOfKey.size >= enough);
  isOver = true;
  await load;

  console.log(Object.fromEntries(statuses));
  expect(oddities).toEqual([]);
  expect(server.process.exitCode).toBeNull();
  const stored = await sql<{ id: string; idempotency_key: string }>(
    url(),
    'SELECT id, idempotency_key FROM bookings WHERE location_id = $1',
    [DEMO_ID],
  );
  expect(Object.fromEntries(stored.map((row) => [row.idempotency_key, row.id]))).toEqual(
    Object.fromEntries(idOfKey),
  );
  const overlaps = `SELECT FROM seatings a JOIN seatings b USING (location_id, table_id)
    WHERE a.booking_id < b.booking_id AND a.during && b.during`;
  expect(await sql(url(), overlaps)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test('a server that is started before its PostgreSQL waits for it, and not for a database that somebody has to create', async () => {
  const hopeless = bord.start(['serve', '--port', '0', '--database', url().replace(/postgres$/, 'missing')]);
  bord.forget(hopeless);
  expect(await once(hopeless, 'exit')).toEqual([1, null]);
  await kill();
  const left = bord.start(['serve', '--port', '0']);
  const ended = once(left, 'exit');
  await Promise.race([once(left.stdout!, 'data'), ended]);
  left.kill('SIGTERM');
  expect(await ended, 'it may be process 1, which no signal ends that it does not listen to').toEqual([
    0,
    null,
  ]);
  const child = bord.start(['serve', '--port', '0']);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const messages: string[] = [];
  const next = async (): Promise<string> => {
    const { value } = (await lines.next()) as { value: string };
    messages.push((JSON.parse(value) as { msg: string }).msg);
    return messages.at(-1)!;
  };
  expect(await next()).toMatch(
    /^the database postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres is not there yet: .*ECONNREFUSED.*; it is waited for, a minute at most$/,
  );
  await start();
  while ((await next()) !== 'listening') expect(messages.length).toBeLessThan(5);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
