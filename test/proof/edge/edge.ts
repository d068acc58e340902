/** A `bord serve` in a process, one route of which is flooded with pipelined requests while a partner does business. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { createEngine } from '@bord/engine';
import type { Chance } from '../seating/random.ts';
import { furnishStorage } from '../../load/busy-restaurants.ts';
import { type Clients, quantile } from '../../load/load.ts';
import { scrape } from '../../load/scrape.ts';
import { doBusiness, openClients } from '../../load/slow-senders.ts';
import { Bord, dayAhead, SECRET_KEY } from '../../servers/bord-process.ts';
import { signedIn } from '../../support/signed-in.ts';
import { DEMO_ID } from '../../support/world.ts';
import { YOUNG_GENERATION } from '../../support/young-generation.ts';
import { type FloodSize, openFlood } from './flood.ts';
import { type EdgeRoute, routesFor } from './routes.ts';

/** The observations while one route was flooded, and one second after. */
export interface Row {
  readonly route: string;
  /** Answers that the flood has read. */
  readonly answers: number;
  /** Share of the other partner's bookings that were answered 201 or 409. */
  readonly booked: number;
  /** Statuses of the other answers: 0 is none at all. */
  readonly failed: readonly number[];
  /** The slowest of them, in milliseconds. */
  readonly slowestMs: number;
  /** Highest resident memory of the server so far, in MB. */
  readonly peakMb: number;
  /** Requests that the server holds one second after the flood. */
  readonly held: number;
  /** The duration of `/healthz` then, in milliseconds. */
  readonly healthMs: number;
}

export const LIMITS = { slowestMs: 4000, peakMb: 400, healthMs: 250 };

/** The violations of a row. */
export function faultsOf({ booked, failed, slowestMs, peakMb, held, healthMs }: Row): string[] {
  return [
    ...(booked < 1 ? [`bookings were answered ${failed.join(', ')}`] : []),
    ...(slowestMs > LIMITS.slowestMs ? [`a booking took ${Math.round(slowestMs)} ms`] : []),
    ...(peakMb > LIMITS.peakMb ? [`memory rose to ${peakMb} MB`] : []),
    ...(held > 0 ? [`${held} requests are still held after a second`] : []),
    ...(healthMs > LIMITS.healthMs ? [`/healthz took ${Math.round(healthMs)} ms after a second`] : []),
  ];
}

export interface Edge {
  readonly routes: readonly EdgeRoute[];
  flood(route: EdgeRoute, size: FloodSize, chance: Chance): Promise<Row>;
  /** How many requests the server holds now. */
  held(): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param database as `BORD_DATABASE` has it
 * @param env for the server
 */
export async function openEdge(database: string, env: Readonly<Record<string, string>> = {}): Promise<Edge> {
  const options = [YOUNG_GENERATION, env['NODE_OPTIONS'] ?? ''].join(' ');
  const bord = new Bord(database, { ...env, NODE_OPTIONS: options });
  const server = await bord.serve();
  const port = Number(new URL(server.root).port);
  const storage = database.startsWith('sqlite:')
    ? sqliteStorage({ path: database.slice('sqlite:'.length) })
    : pgStorage({ url: database });
  const secret = Buffer.from(SECRET_KEY, 'base64');
  const engine = createEngine({ storage, secretKeys: [secret] });
  const restaurants = await furnishStorage(storage);
  const terms = { partner: 'flood', locationIds: [DEMO_ID], rateLimit: 1_000_000 };
  const { key } = await engine.operator.keys.create(terms);
  const member = { name: 'Ida', email: 'ida@example.com', role: 'manager', locationId: DEMO_ID } as const;
  const { session } = await signedIn(engine, member);
  const booked = await fetch(`${server.base}/locations/${DEMO_ID}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      startsAt: `${dayAhead(20)}T18:00:00Z`,
      partySize: 2,
      name: 'Alva',
      email: 'a@b.se',
    }),
  });
  const { id: bookingId } = (await booked.json()) as { id: string };
  engine.detach();
  await storage.close();
  const signature = createHmac('sha256', secret).update(`manage ${bookingId}`).digest('base64url');
  const access = { host: `127.0.0.1:${port}`, locationId: DEMO_ID, key, session, bookingId };
  const routes = routesFor({ ...access, manageToken: `${bookingId}.${signature}` });
  const clients = await openClients(port);
  await doBusiness(clients, restaurants, 500); // everything is compiled, and in memory

  async function held(): Promise<number> {
    const { sum } = await scrape(server.root);
    return ['in_progress', 'waiting', 'arriving']
      .map((kind) => sum(`bord_http_requests_${kind}`))
      .reduce((a, b) => a + b);
  }

  return {
    routes,
    held,
    async flood({ name, request }, size, chance) {
      const flood = openFlood(port, request, size, chance);
      const watch = setInterval(() => {
        if (residentMb(server.process.pid!) > 2 * LIMITS.peakMb) flood.end(); // the machine is needed
      }, 50);
      const { hits, creates } = await doBusiness(clients, restaurants, size.forMs);
      clearInterval(watch);
      flood.end();
      const made = hits.filter(({ kind }) => kind === 'create');
      const slowestMs = quantile(
        made.map(({ ms }) => ms),
        1,
      );
      const failed = made.map(({ status }) => status).filter((status) => ![200, 201, 409].includes(status));
      await pause(1000);
      const healthMs = await healthMsOf(clients);
      const peakMb = residentMb(server.process.pid!);
      return {
        route: name,
        answers: flood.answers(),
        booked: creates,
        failed,
        slowestMs,
        peakMb,
        held: await held(),
        healthMs,
      };
    },
    async close() {
      clients.end();
      await bord.end();
    },
  };
}

async function healthMsOf(clients: Clients): Promise<number> {
  const request = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n';
  return (await clients.ask({ kind: 'health', request })).ms;
}

/** The highest resident memory of a process so far, where the system keeps it (Linux), or else that of this moment. */
function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}
