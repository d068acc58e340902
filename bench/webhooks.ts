/**
 * P8: what the outbox costs a webhook.
 *
 *     node --conditions=@bord/source bench/run.ts webhooks
 */
import { createWebhookSender } from '@bord/adapter-http/webhooks';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine, type Engine, type Observer, type Storage } from '@bord/engine';
import type { Delivery } from '@bord/engine/storage';
import { fixtures } from '@bord/engine/testing';
import { Pool } from 'undici';
import { freshDatabase, setup } from '../test/support/postgres.ts';
import { type Figure, interleaved, median, ratioOf, type Rounds } from './figure.ts';
import { databaseIn, newFolder, type Server, startBare } from './server.ts';

/** Waiting deliveries, all of them to one endpoint or shared out among four. */
const WAITING = 5000;
const FANS = [1, 4] as const;
const ROUNDS = 3;
/** Posts to a receiver that are under way at a time: as many as a worker has. */
const UNDER_WAY = 32;
const PARTNER = 'bench';

/** A database of each kind, which may be opened more than once. */
interface Database {
  readonly open: () => Storage;
  readonly close: () => Promise<void>;
}

export async function databases(): Promise<Readonly<Record<'sqlite' | 'pg', Database>>> {
  const { path } = databaseIn(newFolder());
  const stop = await setup();
  const database = await freshDatabase();
  await migrate(database);
  return {
    sqlite: { open: () => sqliteStorage({ path, migrate: true }), close: async () => undefined },
    pg: {
      open: () => pgStorage(database),
      async close() {
        await database.drop();
        await stop();
      },
    },
  };
}

/** An engine that sends webhooks to this machine. */
function sending(storage: Storage, observer: Observer = () => undefined): Engine {
  const webhooks = createWebhookSender({ allowPrivate: true });
  return createEngine({ storage, webhooks, observer, secretKeys: [new Uint8Array(32)] });
}

const receivers = (count: number): Promise<Server[]> =>
  Promise.all(Array.from({ length: count }, () => startBare(newFolder(), { headers: [], body: '' })));

const urlOf = ({ port }: Server): string => `http://127.0.0.1:${port}/hook`;

let events = 0;

/** An event as a partner gets it. */
function anEvent(queue: string): Delivery {
  const bookingId = `bk_${String(events++).padStart(22, '0')}`;
  const eventId = `${bookingId}:booking.created:1898640000`;
  const data = {
    bookingId,
    locationId: fixtures.LOCATION_ID,
    status: 'confirmed',
    startsAt: '2030-03-01T18:00:00Z',
    endsAt: '2030-03-01T20:00:00Z',
    partySize: 2,
    source: 'partner',
    channel: `partner:${PARTNER}`,
    partnerBookingRef: `ref ${events}`,
    guest: null,
  };
  const body = JSON.stringify({ id: eventId, type: 'booking.created', created: 1_898_640_000, data });
  return fixtures.aDelivery(`${eventId}@${queue}`, { queue, eventId, bookingId, body });
}

/** Posts as undici does alone; returns posts per second. */
async function bare(servers: readonly Server[]): Promise<number> {
  const pools = servers.map(
    ({ port }) => new Pool(`http://127.0.0.1:${port}`, { connections: UNDER_WAY, pipelining: 1 }),
  );
  const { body, eventId } = anEvent('bare');
  const headers = {
    'content-type': 'application/json',
    'x-partner-event-id': eventId,
    'x-partner-signature': `t=1898640000,v1=${'0'.repeat(64)}`,
  };
  const startedMs = performance.now();
  const post = async (pool: Pool, share: { left: number }): Promise<void> => {
    while (share.left-- > 0) {
      const answer = await pool.request({ method: 'POST', path: '/hook', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a receiver answered ${answer.statusCode}`);
    }
  };
  await Promise.all(
    pools.flatMap((pool) => {
      const share = { left: WAITING / pools.length };
      return Array.from({ length: UNDER_WAY }, () => post(pool, share));
    }),
  );
  const tookMs = performance.now() - startedMs;
  await Promise.all(pools.map((pool) => pool.close()));
  return (WAITING / tookMs) * 1000;
}

/** Counts what has been delivered; resolves when it was so many. */
function tally(): { readonly observer: Observer; settled(count: number): Promise<void> } {
  let [done, wanted] = [0, Infinity];
  let arrived = Promise.withResolvers<void>();
  return {
    observer(fact) {
      if (fact.kind === 'fault') arrived.reject(fact.error);
      if (fact.kind !== 'delivery') return;
      if (fact.outcome !== 'delivered') arrived.reject(new Error(`a delivery ended as ${fact.outcome}`));
      if (++done === wanted) arrived.resolve();
    },
    settled(count) {
      [done, wanted] = [0, count];
      arrived = Promise.withResolvers();
      return arrived.promise;
    },
  };
}

/** A worker with its own opening of a database. */
async function workerOn({ open }: Database, servers: readonly Server[]) {
  const storage = open();
  const { observer, settled } = tally();
  const engine = sending(storage, observer);
  const queues: string[] = [];
  for (const server of servers)
    queues.push((await engine.operator.webhooks.add({ partner: PARTNER, url: urlOf(server) })).endpoint.id);
  return {
    /** Fills the outbox, and empties it; deliveries a second. */
    async empty(fan: number): Promise<number> {
      const waiting = Array.from({ length: WAITING }, (_, i) => anEvent(queues[i % fan]!));
      for (let from = 0; from < WAITING; from += 500)
        await storage.outbox.add(waiting.slice(from, from + 500));
      const isDone = settled(WAITING);
      const startedMs = performance.now();
      const worker = engine.background.startDelivering();
      await isDone;
      const tookMs = performance.now() - startedMs;
      await worker.stop();
      return (WAITING / tookMs) * 1000;
    },
    async close() {
      engine.detach();
      await storage.close();
    },
  };
}

/** P8: from the outbox to the receiver, compared with undici alone. */
export async function run(): Promise<Figure[]> {
  const servers = await receivers(Math.max(...FANS));
  const { sqlite, pg } = await databases();
  const workers = { sqlite: await workerOn(sqlite, servers), pg: await workerOn(pg, servers) };
  const figures: Figure[] = [];
  for (const fan of FANS) {
    const measures = {
      bare: () => bare(servers.slice(0, fan)),
      sqlite: () => workers.sqlite.empty(fan),
      pg: () => workers.pg.empty(fan),
    };
    await interleaved(1, measures); // until the code is warm
    figures.push(...ratesOf(fan, await interleaved(ROUNDS, measures)));
  }
  await Promise.all([...servers.map((server) => server.stop()), workers.sqlite.close(), workers.pg.close()]);
  await pg.close();
  return figures;
}

function ratesOf(fan: number, rounds: Rounds<'bare' | 'sqlite' | 'pg'>): Figure[] {
  const to = fan === 1 ? 'one endpoint' : `${fan} endpoints`;
  const rateOf = (name: 'sqlite' | 'pg', what: string): Figure => ({
    goal: 'P8',
    what: `webhooks to ${to}, ${what}`,
    unit: '/s',
    figure: median(rounds[name]),
    ceiling: median(rounds.bare),
    against: 'bare undici, without storage',
    ratio: ratioOf(rounds[name], rounds.bare),
    atLeast: 0.55,
  });
  return [rateOf('sqlite', 'SQLite'), rateOf('pg', 'PostgreSQL')];
}
