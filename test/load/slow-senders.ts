/** A partner with ordinary requests during a crowd of slow and broken connections. */
import { createHmac } from 'node:crypto';
import { type Bord, type BordServer, dayAhead, SECRET_KEY } from '../servers/bord-process.ts';
import { BASE, DEMO_ID } from '../support/world.ts';
import type { BusyRestaurants } from './busy-restaurants.ts';
import { type Clients, clientsOf, type Hit, type Shot } from './load.ts';
import type { CrowdTarget } from './slow-crowd.ts';

/** The partner's requests in turn: three bookings, one range and six days of ten. */
function businessOf({ locationIds, key }: BusyRestaurants): () => Shot {
  const request = (method: string, path: string, body?: object): string => {
    const json = body ? JSON.stringify(body) : '';
    const type = body
      ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`
      : '';
    return `${method} ${BASE}/locations/${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${type}\r\n${json}`;
  };
  const run = process.hrtime.bigint().toString(36);
  let count = 0;
  return () => {
    const n = count++;
    const id = locationIds[(n * 7) % locationIds.length]!;
    const date = dayAhead(1 + ((n * 13) % 300));
    if (n % 10 < 3) {
      const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey: `${run}-${n}` };
      const body = { startsAt: `${date}T18:00:00Z`, partySize: 2, ...guest };
      return { kind: 'create', request: request('POST', `${id}/bookings`, body) };
    }
    if (n % 10 === 3) {
      const range = { startDate: date, endDate: date, partySizes: [2, 4] };
      return { kind: 'batch', request: request('POST', `${id}/availability/batch`, range) };
    }
    return {
      kind: 'day',
      request: request('GET', `${id}/availability?date=${date}&partySize=${1 + (n % 4)}`),
    };
  };
}

export interface Business {
  readonly hits: readonly Hit[];
  /** Shares that were answered: 200, 201 or 409. */
  readonly creates: number;
  readonly reads: number;
}

const RATE = 60;
const CONNECTIONS = 32;
/** Only to tell a hang. */
const PATIENCE_MS = 60_000;

/** The partner, on lines that are open before the crowd comes, as a proxy keeps them. */
export async function openClients(port: number): Promise<Clients> {
  const clients = clientsOf(port, CONNECTIONS, PATIENCE_MS);
  await clients.connect(CONNECTIONS);
  return clients;
}

/** Sixty requests a second. */
export async function doBusiness(
  clients: Clients,
  restaurants: BusyRestaurants,
  forMs: number,
): Promise<Business> {
  const hits = await clients.openLoop(RATE, forMs, businessOf(restaurants));
  const share = (isWanted: (hit: Hit) => boolean): number => {
    const wanted = hits.filter(isWanted);
    return wanted.filter(({ status }) => [200, 201, 409].includes(status)).length / wanted.length;
  };
  return {
    hits,
    creates: share(({ kind }) => kind === 'create'),
    reads: share(({ kind }) => kind !== 'create'),
  };
}

/** Makes what the crowd needs: a sandbox key, and a booking with a link. */
export async function invite(
  bord: Bord,
  server: BordServer,
  restaurants: BusyRestaurants,
): Promise<CrowdTarget> {
  const { key: sandboxKey } = await bord.run(
    'sandbox',
    'key',
    '--email',
    'dev@example.com',
    '--system',
    'Crowd',
  );
  const locationId = restaurants.locationIds[0]!;
  const answer = await fetch(`${server.base}/locations/${locationId}/bookings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${restaurants.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      startsAt: `${dayAhead(20)}T18:00:00Z`,
      partySize: 2,
      name: 'Alva',
      email: 'a@example.com',
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  const signature = createHmac('sha256', Buffer.from(SECRET_KEY, 'base64'))
    .update(`manage ${id}`)
    .digest('base64url');
  return {
    port: Number(new URL(server.root).port),
    locationId: DEMO_ID,
    sandboxKey: sandboxKey!,
    manageToken: `${id}.${signature}`,
  };
}
