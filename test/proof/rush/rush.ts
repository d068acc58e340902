/** A rush at one restaurant, and requests to another on the same server during it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fixtures } from '@bord/engine/testing';
import { type Clients, clientsOf, type Hit, type Shot } from '../../load/load.ts';
import { BASE } from '../../support/world.ts';
import { type RushedRestaurants, startOf } from './restaurants.ts';

/** The number of concurrent creates. */
export const CREATES = 60;
/** A client hangs up after so long: as a rule partners do. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

export interface Rush {
  /** One for each request to book. */
  readonly creates: readonly Hit[];
  /** Requests to the other restaurant. */
  readonly others: readonly Hit[];
}

/** Connections are open before the rush: to take one costs a server a turn. */
export async function connectedClients(port: number): Promise<Clients> {
  const clients = clientsOf(port, 2 * CREATES, PATIENCE_MS);
  await clients.connect(CREATES + 10);
  return clients;
}

/** Sends all creates concurrently, and queries the other restaurant at an even rate until each is answered. */
export async function rush(clients: Clients, restaurants: RushedRestaurants, nth: number): Promise<Rush> {
  let isOver = false;
  const others = askOthers(clients, restaurants, () => isOver);
  const creates = await Promise.all(
    Array.from({ length: CREATES }, (_, i) => clients.ask(createShot(restaurants, nth * CREATES + i))),
  );
  isOver = true;
  return { creates, others: await others };
}

/** Asks the other restaurant for a day at an even pace, whatever becomes of the requests before. */
export async function askOthers(
  clients: Clients,
  { quiet, key }: RushedRestaurants,
  isOver: () => boolean,
): Promise<Hit[]> {
  const path = `${quiet}/availability?date=${fixtures.FRIDAY}&partySize=2`;
  const shot: Shot = { kind: 'other', request: requestOf('GET', path, key) };
  const hits: Promise<Hit>[] = [];
  while (!isOver()) {
    hits.push(clients.ask(shot));
    await sleep(PAUSE_MS);
  }
  return Promise.all(hits);
}

/** Parties of all sizes, over the whole date. */
function createShot({ rushed, key }: RushedRestaurants, i: number): Shot {
  const guest = { name: 'Alva Lind', email: 'alva@example.com', idempotencyKey: `rush-${i}` };
  const body = { startsAt: new Date(startOf(i * 7)).toISOString(), partySize: 1 + (i % 8), ...guest };
  return { kind: 'create', request: requestOf('POST', `${rushed}/bookings`, key, JSON.stringify(body)) };
}

function requestOf(method: string, path: string, key: string, body?: string): string {
  const lines = [`${method} ${BASE}/locations/${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`];
  if (body !== undefined)
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
