/**
 * P13: the cost of ten thousand restaurants on one database, compared with an empty one.
 *
 *     node --conditions=@bord/source bench/run.ts growth
 *     BORD_BENCH_LOCATIONS=10000 BORD_BENCH_BOOKINGS=3000000 node --conditions=@bord/source bench/run.ts growth
 *
 * Without the variables there are 2,000 with 300,000 bookings, which takes two minutes. The full size takes ten minutes and 6 GB of disk; all of it is
 * removed at the end.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import type pg from 'pg';
import { clientOf, type FreshDatabase, freshDatabase, setupWith } from '../test/support/postgres.ts';
import { type Estate, fillPostgres, fillSqlite, locationIdOf, PLAN } from './estate.ts';
import { type Figure, interleaved, median, ratioOf } from './figure.ts';
import { hotDates } from './hot-dates.ts';
import { hotPath } from './hot-path.ts';
import { furnish } from './http.ts';
import { build, connectTo, databaseIn, newFolder, requestOf, startBord } from './server.ts';

const LOCATIONS = Number(process.env['BORD_BENCH_LOCATIONS'] ?? 2000);
const BOOKINGS = Number(process.env['BORD_BENCH_BOOKINGS'] ?? 300_000);
const DAY_MS = 86_400_000;
const ROUNDS = 5;
/** Locations that are asked before memory is looked at. */
const WARM = 100;
/** The interval at which the process looks for idle locations; its clock is advanced by a minute. */
const SWEPT_MS = 9000;

const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const OF = `${LOCATIONS.toLocaleString('en')} locations, ${BOOKINGS.toLocaleString('en')} bookings`;

/** A figure of which only an upper bound is asked. */
function atMost(most: number, what: string, figure: number, unit: string): Figure {
  const against = `none: ${OF}`;
  return { goal: 'P13', what, unit, figure, ceiling: null, against, ratio: figure, atMost: most };
}

const gc = ((): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

function memoryBytes(): number {
  for (let i = 0; i < 3; i++) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The time from the start of `bord serve` to its first answer, and the durations of `/metrics`, in ms. */
async function startAndLook(folder: string, metrics: number[]): Promise<number> {
  const startedMs = performance.now();
  const server = await startBord(folder);
  const connection = await connectTo(server);
  await connection.ask(requestOf('GET', '/healthz', ''));
  const tookMs = performance.now() - startedMs;
  await sleep(1000);
  await connection.ask(requestOf('GET', '/metrics', '')); // its code is compiled with the first
  await sleep(1050); // one answer is shared for a second
  const sentMs = performance.now();
  const { status } = await connection.ask(requestOf('GET', '/metrics', ''));
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  metrics.push(performance.now() - sentMs);
  connection.end();
  await server.stop();
  return tookMs;
}

async function starting(filled: string): Promise<Figure[]> {
  build();
  const empty = newFolder();
  await furnish(empty);
  const metrics: Record<'empty' | 'filled', number[]> = { empty: [], filled: [] };
  const took = await interleaved(ROUNDS, {
    empty: () => startAndLook(empty, metrics.empty),
    filled: () => startAndLook(filled, metrics.filled),
  });
  const figure = { goal: 'P13', unit: 'ms', against: 'the same with one location' };
  return [
    {
      ...figure,
      what: 'growth: start to the first answer, SQLite',
      figure: median(took.filled),
      ceiling: median(took.empty),
      ratio: ratioOf(took.filled, took.empty),
      atMost: 1.5,
    },
    atMost(50, 'growth: /metrics, SQLite', median(metrics.filled), 'ms'),
  ];
}

/** The memory of a location that was asked for a range of two months, and is idle since. */
async function sleeping(storage: Storage): Promise<Figure> {
  let aheadMs = 0;
  const engine = createEngine({ storage, clock: { nowMs: () => Date.now() + aheadMs } });
  const locationIds = Array.from({ length: LOCATIONS }, (_, nth) => locationIdOf(nth));
  const partner = engine.partner(fixtures.aCaller({ locationIds }));
  const ask = async (nth: number): Promise<void> => {
    const range = { startDate: dateIn(0), endDate: dateIn(60), partySizes: [1, 2, 3, 4] };
    await partner.readAvailabilityBatch(locationIdOf(nth), range);
  };
  for (let nth = 0; nth < WARM; nth++) await ask(nth); // code and prepared statements stay
  const before = memoryBytes();
  for (let nth = WARM; nth < LOCATIONS; nth++) await ask(nth);
  aheadMs = 80_000;
  await sleep(SWEPT_MS);
  const bytes = (memoryBytes() - before) / (LOCATIONS - WARM);
  engine.detach();
  return atMost(10, 'growth: memory of a location that sleeps', Math.max(0, bytes / 1024), 'KB');
}

/** The processor's time of all sessions of a PostgreSQL on this machine, in s. */
async function databaseCpu(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const used = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]));
  return used.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9;
}

/** Nightly maintenance that is stopped midway, and then completed: the duration of the stop, and the total cost. */
async function night(storage: Storage, client: pg.Client): Promise<Figure[]> {
  const engine = createEngine({ storage });
  const [own, before] = [process.cpuUsage(), await databaseCpu(client)];
  const stopped = engine.background.startMaintenance();
  await sleep(400);
  const stoppedMs = performance.now();
  await stopped.stop();
  const tookMs = performance.now() - stoppedMs;
  const done = await engine.background.runMaintenance();
  if (!done.includes(`guests ${PLAN.timeZone}`)) throw new Error('the night was over before it was stopped');
  const { user, system } = process.cpuUsage(own);
  const cpu = (user + system) / 1e6 + (await databaseCpu(client)) - before;
  engine.detach();
  return [
    atMost(2000, 'growth: a server stops during the night round', tookMs, 'ms'),
    atMost(60, 'growth: the night round, server and PostgreSQL', cpu, 's CPU'),
  ];
}

async function outboxStats(storage: Storage): Promise<Figure> {
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const sentMs = performance.now();
    await storage.outbox.stats();
    times.push(performance.now() - sentMs);
  }
  return atMost(50, 'growth: counting what waits, PostgreSQL', median(times), 'ms');
}

async function statements(storage: Storage, client: pg.Client): Promise<Figure[]> {
  const { longest, mean } = await hotPath(storage, client, LOCATIONS);
  return [
    atMost(10, 'growth: the longest statement of the hot path', longest, 'ms'),
    atMost(10, 'growth: its slowest statement, in the mean', mean, 'ms'),
  ];
}

async function onPostgres(estate: Estate): Promise<Figure[]> {
  const stop = await setupWith({ shared_preload_libraries: 'pg_stat_statements' });
  const database: FreshDatabase = await freshDatabase();
  await migrate(database);
  const client = clientOf(database.url);
  await client.connect();
  await fillPostgres(client, estate);
  const storage = pgStorage(database);
  const figures = [
    await outboxStats(storage),
    ...(await statements(storage, client)),
    ...(await night(storage, client)),
    ...(await hotDates(storage, client)),
  ];
  await storage.close();
  await client.end();
  await database.drop();
  await stop();
  return figures;
}

async function onSqlite(estate: Estate): Promise<Figure[]> {
  const folder = newFolder();
  await furnish(folder);
  const { path } = databaseIn(folder);
  const database = new Sqlite(path);
  fillSqlite(database, estate);
  database.close();
  const storage = sqliteStorage({ path });
  const memory = await sleeping(storage);
  await storage.close();
  return [...(await starting(folder)), memory];
}

export async function run(): Promise<Figure[]> {
  const nowMs = Date.now();
  const estate = {
    locations: LOCATIONS,
    bookings: BOOKINGS,
    settled: BOOKINGS / 10,
    waiting: BOOKINGS / 30,
    nowMs,
  };
  return [...(await onSqlite(estate)), ...(await onPostgres(estate))];
}
