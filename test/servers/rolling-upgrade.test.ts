/** Two servers on one PostgreSQL are restarted one after the other behind a balancer, as `docs/operation.md` says, under load. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freePort, freshDatabase, sql } from '../support/postgres.ts';
import { DEMO_ID } from '../support/world.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { Bord, dayAhead, until } from './bord-process.ts';

let database: FreshDatabase;
let bord: Bord;
let folder: string;
let balancer: Balancer | undefined;

beforeEach(async () => {
  database = await freshDatabase();
  bord = new Bord(database.url);
  folder = mkdtempSync(join(tmpdir(), 'bord-upgrade-'));
  // In the place of systemd's program: it leaves what it was told where NOTIFY_SOCKET says.
  writeFileSync(join(folder, 'systemd-notify'), '#!/bin/sh\necho "$@" > "$NOTIFY_SOCKET"\n');
  chmodSync(join(folder, 'systemd-notify'), 0o755);
});

afterEach(async () => {
  await balancer?.close();
  await bord.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** A server as a supervisor runs it. */
interface Unit {
  readonly port: number;
  process: ChildProcess;
  /** Where the process says that it is ready. */
  notifyPath: string;
}

let started = 0;

function start(port: number, grace: string): Unit {
  const notifyPath = join(folder, `ready-${(started += 1)}`);
  const process = bord.start(['serve', '--port', String(port)], {
    BORD_LOG: 'fatal',
    BORD_SHUTDOWN_GRACE: grace,
    NOTIFY_SOCKET: notifyPath,
    PATH: `${folder}:${globalThis.process.env['PATH']}`,
  });
  process.stdout!.resume();
  return { port, process, notifyPath };
}

const isReady = ({ notifyPath }: Unit): boolean =>
  existsSync(notifyPath) && readFileSync(notifyPath, 'utf8') === '--ready\n';

/**
 * `systemctl restart`: of `Type=notify` it returns when the server has said that it is ready, else when the program runs. What runs now
 * leaves with the grace that it was started with, the next one with the grace given here.
 */
async function restart(unit: Unit, grace: string, waits: boolean): Promise<void> {
  const { process } = unit;
  process.kill('SIGTERM');
  if (waits) await leave(unit);
  else await once(process, 'exit');
  Object.assign(unit, start(unit.port, grace));
  if (waits) await until('the server says that it is ready', async () => isReady(unit));
}

/** The end of the grace, however long a busy machine takes: the balancer has noticed, and has got all its answers. */
async function leave({ port, process }: Unit): Promise<void> {
  await until('the balancer has looked away', async () => balancer!.isFree(port));
  await until('it has left', async () => {
    process.kill('SIGTERM'); // a second signal ends the grace
    return process.exitCode !== null;
  });
  expect(process.exitCode).toBe(0);
}

/** Books and asks through the balancer while the work is done; what was answered, and what was not. */
async function underLoad(url: string, key: string, work: () => Promise<void>) {
  let isOver = false;
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const demo = `${url}/v1/partner-api/locations/${DEMO_ID}`;
  const headers = { 'x-partner-key': key, 'content-type': 'application/json' };
  // Not held against the OpenAPI document: the servers need the processor more.
  const client = async (): Promise<void> => {
    while (!isOver) {
      const i = (count += 1);
      const date = dayAhead(3 + (i % 300));
      const order = { startsAt: `${date}T${12 + (i % 6)}:00:00Z`, partySize: 1 + (i % 6) };
      const guest = { name: 'Alva', email: 'alva@example.com', idempotencyKey: `k-${i}` };
      try {
        const answer = await (i % 3 === 0
          ? fetch(`${demo}/availability?date=${date}&partySize=2`, { headers })
          : fetch(`${demo}/bookings`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ ...order, ...guest }),
            }));
        const { id } = (await answer.json()) as { id: string };
        if (answer.status === 201) acknowledged.push(id);
        else if (answer.status !== 200 && answer.status !== 409) failures.push(`${answer.status}`);
      } catch (error) {
        failures.push(String(error));
      }
      await pause(5); // the servers have to start beside it
    }
  };
  const load = Promise.all(Array.from({ length: 4 }, client));
  await until('the load is there', async () => acknowledged.length > 20);
  await work().finally(() => (isOver = true));
  await load;
  return { acknowledged, failures };
}

let count = 0;

test('a rolling upgrade by readiness: no request fails, and no booking is lost or made twice', async () => {
  const units = [start(await freePort(), '300'), start(await freePort(), '300')];
  balancer = await startBalancer(units.map(({ port }) => port));
  const { url, allReady } = balancer;
  const both = () => until('the balancer has both', async () => allReady());
  await both();
  for (const unit of units) await until('it says so to systemd', async () => isReady(unit));
  const { key } = await bord.key();

  const { acknowledged, failures } = await underLoad(url, key!, async () => {
    for (const unit of units) {
      await restart(unit, '0', true);
      await both();
    }
  });
  expect(failures).toEqual([]);
  const stored = await sql<{ id: string }>(database.url, 'SELECT id FROM bookings');
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());

  // The control: servers that leave at once, and are not waited for.
  const careless = await underLoad(url, key!, async () => {
    for (const unit of units) await restart(unit, '0', false);
    await both();
  });
  expect(careless.failures.length).toBeGreaterThan(0);
});
