/**
 * A server far away from its PostgreSQL, compared with a near one: forty tables, a key with the usual limit, and a request every tenth of a second.
 *
 *     npm run bench -- distance
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createPartnerApi, serveHttp } from '@bord/adapter-http';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { startNetwork } from '../test/support/network.ts';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { at, type Figure } from './figure.ts';
import { dateOf, FORTY_TABLES } from './restaurant.ts';
import { type Connection, connectTo, requestOf } from './server.ts';

const { FRIDAY_MS, LOCATION_ID } = fixtures;
const LOCATION = `/v1/partner-api/locations/${LOCATION_ID}`;
const DAY_MS = 24 * 60 * 60_000;
/** There, and as much back. */
const WAY_MS = 40;
const ROUNDS = 100;
const PAUSE_MS = 100;

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
  await database.drop();
  await stop();
  return [
    ...figuresOf('a day in memory', far.tookMs.day, near.tookMs.day),
    ...figuresOf('a day that it has not read yet', far.tookMs['cold day'], near.tookMs['cold day']),
    ...figuresOf('a booking', far.tookMs.booking, near.tookMs.booking),
  ];
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
  const booking = { startsAt: new Date(FRIDAY_MS + DAY_MS + 18 * 60 * 60_000).toISOString(), partySize: 2, name: 'Alva Lind', email: 'alva@example.com' }; // prettier-ignore
  if (round % 10 === 8) await ask('booking', requestOf('POST', `${LOCATION}/bookings`, key, booking));
}

async function startServer(url: string): Promise<Measured> {
  const storage = pgStorage({ url });
  const engine = createEngine({
    storage,
    clock: { nowMs: () => FRIDAY_MS - 7 * DAY_MS + performance.now() },
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

function figuresOf(what: string, far: readonly number[], near: readonly number[]): Figure[] {
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
    };
  }); // prettier-ignore
}
