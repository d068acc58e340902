/**
 * P1, P11: the built `bord serve` on SQLite, over sockets.
 *
 *     node --conditions=@bord/source bench/run.ts http
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { at, type Figure, interleaved, median, rate, ratioOf } from './figure.ts';
import { FORTY_ALIKE, visits } from './restaurant.ts';
import {
  type BareAnswer,
  build,
  type Connection,
  connectTo,
  cpuOf,
  databaseIn,
  newFolder,
  requestOf,
  type Server,
  startBare,
  startBord,
} from './server.ts';
import { booker, openFile } from './sqlite.ts';

const { FRIDAY, LOCATION_ID } = fixtures;
const LOCATION = `/v1/partner-api/locations/${LOCATION_ID}`;
const CLIENTS = 64;
const ROUNDS = 5;
/** Requests a round, for a cached answer. */
const REQUESTS = 8000;
/** Requests a second that are sent to each server. */
const PACE = 8000;
/** How long a round of bookings lasts. */
const ROUND_MS = 1500;

/** A database with the restaurant of the benchmarks; returns a key. */
export async function furnish(folder: string): Promise<string> {
  const storage = sqliteStorage({ path: databaseIn(folder).path, migrate: true });
  const engine = createEngine({ storage });
  await engine.operator.locations.apply(FORTY_ALIKE, LOCATION_ID);
  const made = await engine.operator.keys.create({
    partner: 'bench',
    locationIds: [LOCATION_ID],
    rateLimit: 1_000_000,
  });
  engine.detach();
  await storage.close();
  return made.key;
}

/** Asks for a day, the same in every benchmark. */
export const dayRequest = (key: string): string =>
  requestOf('GET', `${LOCATION}/availability?date=${FRIDAY}&partySize=2`, key);

/** The answer for a bare server: without the headers that Node adds. */
export async function answerOf(server: Server, request: string): Promise<BareAnswer> {
  const connection = await connectTo(server);
  const { status, head, body } = await connection.ask(request);
  connection.end();
  if (status !== 200) throw new Error(`the server answered ${status}: ${body.toString()}`);
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ') as [string, string])
    .filter(([name]) => !/^(?:date|connection|keep-alive)$/i.test(name));
  return { headers: headers.flat(), body: body.toString() };
}

/** A server under load: what a request costs it, and how long the slowest one in a hundred took, in ms. */
class Loaded {
  readonly p99: number[] = [];
  readonly #server: Server;
  readonly #request: string;

  constructor(server: Server, request: string) {
    this.#server = server;
    this.#request = request;
  }

  /**
   * One round; returns the processor time of a request in µs. Requests are sent at the same rate to every server, and the client never sleeps: a wake-up
   * would cost the slower server more than the answer, and the faster one nothing.
   */
  async round(): Promise<number> {
    const times: number[] = [];
    const connections = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(this.#server)));
    const free = [...connections];
    const faults: unknown[] = [];
    const ask = async (connection: Connection): Promise<void> => {
      const requestedMs = performance.now();
      const { status } = await connection.ask(this.#request);
      if (status !== 200) throw new Error(`a server answered ${status}`);
      times.push(performance.now() - requestedMs);
      free.push(connection);
    };
    const before = cpuOf(this.#server);
    const startedMs = performance.now();
    for (let sent = 0; times.length < REQUESTS; await nextTurn()) {
      if (faults.length > 0) throw faults[0];
      const due = Math.min(REQUESTS, ((performance.now() - startedMs) / 1000) * PACE);
      for (; sent < due && free.length > 0; sent++) ask(free.pop()!).catch((error) => faults.push(error));
    }
    const used = cpuOf(this.#server) - before;
    for (const connection of connections) connection.end();
    this.p99.push(at(times, 0.99));
    return used / REQUESTS;
  }
}

/** The same day over and over: P1. */
async function cachedDay(): Promise<Figure[]> {
  const folder = newFolder();
  const request = dayRequest(await furnish(folder));
  const servers = { bord: await startBord(folder), logging: await startBord(folder, 'info') };
  const bare = await startBare(folder, await answerOf(servers.bord, request));
  const loaded = {
    bare: new Loaded(bare, request),
    bord: new Loaded(servers.bord, request),
    logging: new Loaded(servers.logging, request),
  };
  const measures = {
    bare: () => loaded.bare.round(),
    bord: () => loaded.bord.round(),
    logging: () => loaded.logging.round(),
  };
  await interleaved(1, measures); // until the code is warm
  for (const { p99 } of Object.values(loaded)) p99.length = 0;
  const cpu = await interleaved(ROUNDS, measures);
  await Promise.all([bare, ...Object.values(servers)].map((server) => server.stop()));
  const base = {
    goal: 'P1',
    unit: 'µs CPU',
    ceiling: median(cpu.bare),
    against: 'bare node:http, the same bytes',
  };
  return [
    {
      ...base,
      what: 'a cached day over HTTP, a request',
      figure: median(cpu.bord),
      ratio: ratioOf(cpu.bare, cpu.bord),
      atLeast: 0.8,
    },
    {
      ...base,
      what: 'the same, p99',
      unit: 'ms',
      figure: median(loaded.bord.p99),
      ceiling: median(loaded.bare.p99),
      ratio: ratioOf(loaded.bord.p99, loaded.bare.p99),
      atMost: 1.5,
    },
    {
      ...base,
      what: 'the same, each request logged',
      figure: median(cpu.logging),
      ratio: ratioOf(cpu.bare, cpu.logging),
    },
  ];
}

/**
 * Bookings over HTTP compared with the storage alone, which writes the same rows: P11. A partner's booking is a booking and two e-mails in the outbox.
 * The server's other work, such as sending the first of them, counts against it; while the storage is measured the server is stopped, because unsent
 * e-mails would slow the ceiling.
 */
async function bookings(): Promise<Figure[]> {
  const folder = newFolder();
  const key = await furnish(folder);
  const server = await startBord(folder);
  const connections = await Promise.all(Array.from({ length: CLIENTS }, () => connectTo(server)));
  const next = visits(FORTY_ALIKE);
  const book = async (client: number): Promise<void> => {
    const { startMs, number } = next();
    const startsAt = new Date(startMs).toISOString();
    const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey: `visit ${number}` };
    const request = requestOf('POST', `${LOCATION}/bookings`, key, { startsAt, partySize: 2, ...guest });
    const { status, body } = await connections[client]!.ask(request);
    if (status !== 201) throw new Error(`a booking was answered ${status}: ${body.toString()}`);
  };
  const { storage, location } = await openFile();
  const bookAlone = booker(storage, location, true);
  const cpu: number[] = [];
  const overHttp = async (): Promise<number> => {
    const before = cpuOf(server);
    const perSecond = await rate(CLIENTS, ROUND_MS, book);
    cpu.push((cpuOf(server) - before) / ((perSecond * ROUND_MS) / 1000));
    return perSecond;
  };
  const cpuAlone: number[] = [];
  const aloneBeside = async (): Promise<number> => {
    process.kill(server.pid, 'SIGSTOP');
    const before = process.cpuUsage();
    const perSecond = await rate(CLIENTS, ROUND_MS, bookAlone);
    const { user, system } = process.cpuUsage(before);
    cpuAlone.push((user + system) / ((perSecond * ROUND_MS) / 1000));
    process.kill(server.pid, 'SIGCONT');
    return perSecond;
  };
  const measures = { http: overHttp, alone: aloneBeside };
  await interleaved(1, measures);
  cpu.length = 0;
  cpuAlone.length = 0;
  const { http, alone } = await interleaved(ROUNDS, measures);
  for (const connection of connections) connection.end();
  await Promise.all([server.stop(), storage.close()]);
  return [
    {
      goal: 'P11',
      what: `bookings over HTTP, ${CLIENTS} clients, SQLite`,
      unit: '/s',
      figure: median(http),
      ceiling: median(alone),
      against: 'the storage alone, the same rows',
      ratio: ratioOf(http, alone),
      atLeast: 0.45,
    },
    {
      goal: 'P11',
      what: 'the same, what a booking costs the server',
      unit: 'µs CPU',
      figure: median(cpu),
      ceiling: median(cpuAlone),
      against: 'a booking on the storage alone, deciding included',
      ratio: ratioOf(cpuAlone, cpu),
    },
  ];
}

export async function run(): Promise<Figure[]> {
  build();
  return [...(await cachedDay()), ...(await bookings())];
}
