/**
 * P13: the cost of a rush at one restaurant for ten others on the same built `bord serve`, on SQLite and on PostgreSQL.
 *
 *     node --conditions=@bord/source bench/run.ts rush
 *     BORD_BENCH_CLIENTS=200 node --conditions=@bord/source bench/run.ts rush
 *
 * 64 clients book at one restaurant, cancel, and ask for its day, all on one date and as fast as they are answered. Ten other restaurants are asked at an
 * even rate: for a day in memory, for an uncached day, and for a booking. Four modes take turns:
 *
 * - alone: without a rush;
 * - elsewhere: the same rush, at a second server with a separate database on the same machine (and in the same PostgreSQL). Its cost is the machine's: two
 *   processors for clients, two servers and PostgreSQL. No fair server could do better, so it is the ceiling;
 * - here: the rush, at the server of the ten;
 * - spread: the same rush there, over 64 restaurants, each of which has a right to its share. The difference is what one restaurant takes from others.
 *
 * Answers are counted, too: those to the rush between a question of the others and its answer. That does not depend on the speed of the machine. In a
 * plain queue it would be the number of clients.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Storage } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { at, type Figure, median, ratioOf } from './figure.ts';
import { dateOf, FORTY_ALIKE } from './restaurant.ts';
import type { RushOrder, RushState } from './rush-client.ts';
import {
  build,
  type Connection,
  connectTo,
  cpuOf,
  databaseIn,
  newFolder,
  requestOf,
  type Server,
  startBord,
} from './server.ts';

const { FRIDAY_MS } = fixtures;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const CLIENTS = Number(process.env['BORD_BENCH_CLIENTS'] ?? 64);
const OTHERS = 10;
const ROUNDS = Number(process.env['BORD_BENCH_ROUNDS'] ?? 5);
const ROUND_MS = 3000;
/** Requests a second to all of the others together, and on how many connections at first. */
const PACE = 90;
const CONNECTIONS = 16;
/** The interval of checks that a server still works on earlier requests, and their number. */
const LOOK_MS = 200;
const LOOKS_MAX = 30;
/** A rush is under way when each of its clients has had so many answers. */
const BEGUN = 2;

const idOf = (nth: number): string => `22222222-2222-4222-8222-${String(nth).padStart(12, '0')}`;
const RUSHED = idOf(0);
const OTHER = Array.from({ length: OTHERS }, (_, nth) => idOf(1 + nth));
const SPREAD = Array.from({ length: CLIENTS }, (_, nth) => idOf(1 + OTHERS + nth));

const KINDS = ['a day in memory', 'a day that is not', 'a booking'] as const;
type Kind = (typeof KINDS)[number];
const MODES = ['alone', 'elsewhere', 'here', 'spread'] as const;
type Mode = (typeof MODES)[number];

/** All restaurants; a key for them. */
async function furnish(storage: Storage): Promise<string> {
  const engine = createEngine({ storage });
  const locationIds = [RUSHED, ...OTHER, ...SPREAD];
  for (const locationId of locationIds) await engine.operator.locations.apply(FORTY_ALIKE, locationId);
  const { key } = await engine.operator.keys.create({ partner: 'bench', locationIds, rateLimit: 1_000_000 });
  engine.detach();
  await storage.close();
  return key;
}

/** A server with a separate database. */
interface Restaurants {
  readonly server: Server;
  readonly key: string;
  readonly stop: () => Promise<void>;
}

async function onSqlite(): Promise<Restaurants> {
  const folder = newFolder();
  const key = await furnish(sqliteStorage({ path: databaseIn(folder).path, migrate: true }));
  const server = await startBord(folder);
  return { server, key, stop: () => server.stop() };
}

async function onPostgres(): Promise<Restaurants> {
  const database = await freshDatabase();
  await migrate(database);
  const key = await furnish(pgStorage(database));
  const server = await startBord(newFolder(), 'fatal', database.url);
  const stop = async (): Promise<void> => {
    await server.stop();
    await database.drop();
  };
  return { server, key, stop };
}

/** The next question of each kind, to the next of the others: no such day was asked for before, and there is a table for each booking. */
function questions(key: string): (kind: Kind) => string {
  let number = 0;
  return (kind) => {
    const nth = number++;
    const turn = Math.floor(nth / OTHERS);
    const location = `/v1/partner-api/locations/${OTHER[nth % OTHERS]}`;
    const dayMs = kind === 'a day in memory' ? FRIDAY_MS : FRIDAY_MS + (1 + (turn % 600)) * DAY_MS;
    if (kind !== 'a booking')
      return requestOf('GET', `${location}/availability?date=${dateOf(dayMs)}&partySize=2`, key);
    const startsAt = new Date(dayMs + (10 + (turn % 8)) * HOUR_MS).toISOString();
    const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey: `other ${nth}` };
    return requestOf('POST', `${location}/bookings`, key, { startsAt, partySize: 2, ...guest });
  };
}

/** The results of the others: their waits in ms, and the number of answers to the rush in between. */
interface Seen {
  readonly times: Readonly<Record<Kind, number[]>>;
  readonly before: number[];
}

/** Asks the others at an even rate, each request when it is due, on any free connection: they do not wait for each other. */
async function askOthers(
  server: Server,
  free: Connection[],
  next: (kind: Kind) => string,
  rushed: () => number,
): Promise<Seen> {
  const seen: Seen = {
    times: { 'a day in memory': [], 'a day that is not': [], 'a booking': [] },
    before: [],
  };
  const ask = async (kind: Kind): Promise<void> => {
    const connection = free.shift() ?? (await connectTo(server));
    const request = next(kind);
    const [sentMs, already] = [performance.now(), rushed()];
    const { status, body } = await connection.ask(request);
    seen.before.push(rushed() - already);
    seen.times[kind].push(performance.now() - sentMs);
    if (status >= 300) throw new Error(`another was answered ${status}: ${body.toString()}`);
    free.push(connection);
  };
  const requests: Promise<void>[] = [];
  const startedMs = performance.now();
  for (let nth = 0; nth < (ROUND_MS / 1000) * PACE; nth++) {
    await sleep(Math.max(0, startedMs + (nth / PACE) * 1000 - performance.now()));
    requests.push(ask(KINDS[nth % KINDS.length]!));
  }
  await Promise.all(requests);
  return seen;
}

/** Lets a server send the mails of the measure before: until it has hardly used the processor for a while, and at most for so many of these. */
async function untilIdle(server: Server): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const before = cpuOf(server);
    await sleep(LOOK_MS);
    if (cpuOf(server) - before < LOOK_MS * 50) return; // one part in twenty
  }
}

/** Resolves when a rush has begun; the returned function ends it. */
async function startRush(order: RushOrder | null, state: RushState): Promise<() => Promise<unknown>> {
  if (!order) return async () => undefined;
  const rush = new Worker(join(import.meta.dirname, 'rush-client.ts'), { workerData: { order, state } });
  const over = once(rush, 'exit');
  const begun = async (): Promise<void> => {
    while (Atomics.load(state, 0) < BEGUN * CLIENTS) await sleep(10);
  };
  await Promise.race([begun(), over.then(() => Promise.reject(new Error('the rush has ended')))]);
  return () => {
    Atomics.store(state, 1, 1);
    return over;
  };
}

/** Measures all modes in rounds that take turns; returns the results by mode. */
async function measure(name: string, open: () => Promise<Restaurants>): Promise<Record<Mode, Seen[]>> {
  const [here, there] = [await open(), await open()];
  const orders: Record<Mode, RushOrder | null> = {
    alone: null,
    elsewhere: { port: there.server.port, key: there.key, locationIds: [RUSHED], clients: CLIENTS },
    here: { port: here.server.port, key: here.key, locationIds: [RUSHED], clients: CLIENTS },
    spread: { port: here.server.port, key: here.key, locationIds: SPREAD, clients: CLIENTS },
  };
  const next = questions(here.key);
  const found: Record<Mode, Seen[]> = { alone: [], elsewhere: [], here: [], spread: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const mode of round % 2 === 0 ? MODES : MODES.toReversed()) {
      await Promise.all([untilIdle(here.server), untilIdle(there.server)]);
      // Partners keep their connections. New ones are taken one in a turn of the event loop, so that those of the rush would be waited for as well.
      const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => connectTo(here.server)));
      const state: RushState = new Int32Array(new SharedArrayBuffer(8));
      const rushed = (): number => Atomics.load(state, 0);
      const end = await startRush(orders[mode], state);
      const [startedMs, already] = [performance.now(), rushed()];
      const seen = await askOthers(here.server, free, next, rushed);
      const perSecond = ((rushed() - already) / (performance.now() - startedMs)) * 1000;
      await end();
      for (const connection of free) connection.end();
      if (round < 0) continue; // until the code is warm
      found[mode].push(seen);
      tell(`${name}, ${mode}`, seen, perSecond);
    }
  }
  await Promise.all([here.stop(), there.stop()]);
  return found;
}

/** One round, for people. */
function tell(what: string, { times, before }: Seen, perSecond: number): void {
  const kinds = KINDS.map((kind) => {
    const [p50, p99] = [0.5, 0.99].map((part) => at(times[kind], part).toFixed(1));
    return `${kind} ${p50} ms, p99 ${p99}`;
  });
  console.log(
    `${what}: ${kinds.join('; ')}; ${median(before)} of the rush before; its answers ${Math.round(perSecond)}/s`,
  );
}

function figuresOf(name: string, found: Record<Mode, Seen[]>): Figure[] {
  const of = (mode: Mode, kind: Kind, part: number): number[] =>
    found[mode].map(({ times }) => at(times[kind], part));
  const against = (mode: Mode, kind: Kind, part: number) => ({
    goal: 'P13',
    unit: 'ms',
    figure: median(of('here', kind, part)),
    ceiling: median(of(mode, kind, part)),
    ratio: ratioOf(of('here', kind, part), of(mode, kind, part)),
  });
  const counted = median(found.here.map(({ before }) => median(before)));
  return [
    ...KINDS.flatMap((kind) => {
      const what = `rush, ${name}: ${kind} of another restaurant`;
      return [
        { ...against('elsewhere', kind, 0.5), what, against: 'with the rush at another server', atMost: 1.5 },
        {
          ...against('elsewhere', kind, 0.99),
          what: `${what}, p99`,
          against: 'with the rush at another server',
        },
        { ...against('alone', kind, 0.5), what: `${what}, alone`, against: 'without a rush' },
        {
          ...against('spread', kind, 0.5),
          what: `${what}, next to many`,
          against: `the rush at ${CLIENTS} restaurants`,
        },
      ];
    }),
    {
      goal: 'P13',
      what: `rush, ${name}: answers that the rush has had before another restaurant’s`,
      unit: '',
      figure: counted,
      ceiling: CLIENTS,
      against: 'first come, first served',
      ratio: counted,
      atMost: 12,
    },
  ];
}

export async function run(): Promise<Figure[]> {
  build();
  const stopPostgres = await setup();
  try {
    return [
      ...figuresOf('SQLite', await measure('SQLite', onSqlite)),
      ...figuresOf('PostgreSQL', await measure('PostgreSQL', onPostgres)),
    ];
  } finally {
    await stopPostgres();
  }
}
