/**
 * A server far away from its PostgreSQL, compared with a near one: forty tables, a key with the usual limit, and a request every tenth of a second.
 * Then the round trips and bytes of a booking, counted on the way to a database that is 1 ms away.
 *
 *     npm run bench -- distance
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { type Network, startNetwork, type Traffic } from '../test/support/network.ts';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { at, type Figure, median } from './figure.ts';
import { dateOf, FORTY_TABLES } from './restaurant.ts';
import { type Connection, connectTo, requestOf } from './server.ts';

const { FRIDAY_MS, LOCATION_ID } = fixtures;
const LOCATION = `/v1/partner-api/locations/${LOCATION_ID}`;
const DAY_MS = 24 * 60 * 60_000;
/** There, and as much back. */
const WAY_MS = 40;
const ROUNDS = 100;
const PAUSE_MS = 100;
/** Bookings of which the traffic is counted, on each kind of day. */
const BOOKINGS = 20;
/** Days after the first on which they are made. */
const LATER = 200;

/** A server, and how long each kind of request took there. */
interface Measured {
  readonly connection: Connection;
  readonly key: string;
  readonly tookMs: Record<'booking' | 'cold day' | 'day', number[]>;
  close(): Promise<void>;
}

export async function run(): Promise<Figure[]> {
  const stop = await setup();
  const database = await freshDatabase();
  await migrate(database);
  const url = new URL(database.url);
  const network = await startNetwork(Number(url.port), 0, WAY_MS);
  url.port = String(network.port);
  const near = await startServer(database.url);
  const far = await startServer(url.href);
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of round % 2 === 0 ? [near, far] : [far, near]) await measure(server, round);
    await sleep(PAUSE_MS);
  }
  for (const server of [near, far]) await server.close();
  await network.close();
  const counted = await countTraffic(database.url);
  await database.drop();
  await stop();
  return [
    ...figuresOf('a day in memory', far.tookMs.day, near.tookMs.day, 0.1),
    ...figuresOf('a day that it has not read yet', far.tookMs['cold day'], near.tookMs['cold day'], 1.2),
    ...figuresOf('a booking', far.tookMs.booking, near.tookMs.booking),
    ...counted,
  ];
}

/** P19: bookings on a day on which this process has booked before, and on days on which it has not. */
async function countTraffic(databaseUrl: string): Promise<Figure[]> {
  const url = new URL(databaseUrl);
  const network = await startNetwork(Number(url.port), 0, 1);
  url.port = String(network.port);
  const server = await startServer(url.href);
  await booked(network, server, LATER);
  const counted: Record<'cold' | 'warm', Traffic[]> = { cold: [], warm: [] };
  for (let nth = 1; nth <= BOOKINGS; nth++) {
    counted.cold.push(await booked(network, server, LATER + nth));
    counted.warm.push(await booked(network, server, LATER));
  }
  await server.close();
  await network.close();
  return (['warm', 'cold'] as const).flatMap((kind) => {
    const figure = (what: string, unit: string, of: keyof Traffic, atMost: number): Figure => {
      const value = median(counted[kind].map((each) => each[of]));
      return { goal: 'P19', what: `${what}, ${kind} day`, unit, figure: value, ceiling: null, against: '', ratio: value, atMost }; // prettier-ignore
    };
    return [
      figure('round trips of a booking', '', 'roundTrips', 1),
      figure('bytes that a booking sends', 'B', 'sentBytes', 2000),
      figure('bytes that a booking receives', 'B', 'receivedBytes', 2000),
    ];
  });
}

/** What passes the network for a booking on the n-th day, until its answer. */
async function booked(network: Network, { connection, key }: Measured, n: number): Promise<Traffic> {
  await sleep(PAUSE_MS);
  const before = { ...network.traffic };
  const { status, body } = await connection.ask(requestOf('POST', `${LOCATION}/bookings`, key, bookingOn(n)));
  const { sentBytes, receivedBytes, roundTrips } = network.traffic;
  if (status >= 300) throw new Error(`booking: ${status} ${body.toString()}`);
  return {
    sentBytes: sentBytes - before.sentBytes,
    receivedBytes: receivedBytes - before.receivedBytes,
    roundTrips: roundTrips - before.roundTrips,
  };
}

/** A day in memory each time; now and then one that was never asked for, and a booking on yet another. */
async function measure({ connection, key, tookMs }: Measured, round: number): Promise<void> {
  const ask = async (kind: keyof typeof tookMs, request: string): Promise<void> => {
    const startedMs = performance.now();
    const { status, body } = await connection.ask(request);
    tookMs[kind].push(performance.now() - startedMs);
    if (status >= 300) throw new Error(`${kind}: ${status} ${body.toString()}`);
  };
  const day = (n: number): string =>
    requestOf('GET', `${LOCATION}/availability?date=${dateOf(FRIDAY_MS + n * DAY_MS)}&partySize=2`, key);
  await ask('day', day(0));
  if (round % 10 === 5) await ask('cold day', day(30 + round));
  if (round % 10 === 8) await ask('booking', requestOf('POST', `${LOCATION}/bookings`, key, bookingOn(1)));
}

/** A booking for two on the n-th day after the first. */
const bookingOn = (n: number): object => ({
  startsAt: new Date(FRIDAY_MS + n * DAY_MS + 18 * 60 * 60_000).toISOString(),
  partySize: 2,
  name: 'Alva Lind',
  email: 'alva@example.com',
});

async function startServer(url: string): Promise<Measured> {
  const storage = pgStorage({ url });
  const engine = createEngine({
    storage,
    clock: { nowMs: () => FRIDAY_MS - 7 * DAY_MS + Math.trunc(performance.now()) },
  });
  await engine.operator.locations.apply(FORTY_TABLES, LOCATION_ID);
  const { key } = await engine.operator.keys.create({ partner: 'bench', locationIds: [LOCATION_ID] });
  const server = await serveHttp({ api: createPartnerApi({ engine }) });
  const connection = await connectTo(server);
  return {
    connection,
    key,
    tookMs: { booking: [], 'cold day': [], day: [] },
    async close() {
      connection.end();
      await server.close(0);
      engine.detach();
      await storage.close();
    },
  };
}

/** @param atMost the goal of the median: round trips to the database */
function figuresOf(what: string, far: readonly number[], near: readonly number[], atMost?: number): Figure[] {
  return ([['', 0.5], [', nine of ten', 0.9]] as const).map(([suffix, part]) => {
    const [figure, ceiling] = [at(far, part), at(near, part)];
    return {
      goal: 'P17',
      what: `${what}, ${2 * WAY_MS} ms from PostgreSQL${suffix}`,
      unit: 'ms',
      figure,
      ceiling,
      against: 'a server next to it',
      ratio: (figure - ceiling) / (2 * WAY_MS),
      ...(part === 0.5 && atMost !== undefined && { atMost }),
    };
  }); // prettier-ignore
}
