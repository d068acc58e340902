/** Slow and broken connections, in any number, do not block other requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Load, LOADS } from '@bord/adapter-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bord, type BordServer } from '../servers/bord-process.ts';
import { inFull } from '../support/long.ts';
import { type BusyRestaurants, furnish } from './busy-restaurants.ts';
import { scrape } from './scrape.ts';
import { assertRoomFor, openCrowd } from './slow-crowd.ts';
import { doBusiness, invite, openClients } from './slow-senders.ts';

const CROWD = inFull(2000, 550);
const BUSINESS_MS = inFull(30_000, 3000);

const folder = mkdtempSync(join(tmpdir(), 'bord-slow-'));
const path = join(folder, 'bord.db');
const bord = new Bord(`sqlite:${path}`);
let restaurants: BusyRestaurants;

beforeAll(async () => {
  assertRoomFor(CROWD);
  restaurants = await furnish(path);
});
afterAll(async () => {
  await bord.end();
  rmSync(folder, { recursive: true });
});

/** Requests that are worked on, that wait for it, and whose bodies are waited for. */
async function heldBy({ root }: BordServer, ...loads: readonly Load[]): Promise<number> {
  const { sum } = await scrape(root);
  const kinds = ['in_progress', 'waiting', 'arriving'].map((kind) => `bord_http_requests_${kind}`);
  return loads.flatMap((load) => kinds.map((kind) => sum(kind, { load }))).reduce((a, b) => a + b);
}

test('during a crowd of slow connections every booking and most reads are answered, and all resources are released afterwards', async () => {
  const server = await bord.serve();
  const target = await invite(bord, server, restaurants);
  const clients = await openClients(target.port);
  const crowd = openCrowd(target, CROWD);
  try {
    await expect.poll(crowd.come, { timeout: 60_000 }).toBeGreaterThanOrEqual(CROWD);
    const { creates, reads, hits } = await doBusiness(clients, restaurants, BUSINESS_MS);
    expect(hits.length).toBeGreaterThan(100);
    expect(creates).toBe(1);
    // A busy machine answers some reads with 503; a quiet one 95 of 100.
    expect(reads).toBeGreaterThanOrEqual(inFull(0.95, 0.6));
  } finally {
    crowd.leave();
    clients.end();
  }
  await expect.poll(() => heldBy(server, ...LOADS), { timeout: 10_000 }).toBe(0);
  expect(await server.stop()).toBe(0);
}, 180_000);

test('control: a server that holds a place while a body comes in loses bookings', async () => {
  const preload = fileURLToPath(new URL('holding-build.ts', import.meta.url));
  const holding = new Bord(`sqlite:${path}`, { NODE_OPTIONS: `--import=${preload}` });
  const server = await holding.serve();
  const target = await invite(bord, server, restaurants);
  const clients = await openClients(target.port);
  const crowd = openCrowd(target, 650, true);
  try {
    const creates = async (): Promise<number> =>
      (await doBusiness(clients, restaurants, BUSINESS_MS)).creates;
    await expect.poll(creates, { timeout: 60_000 }).toBeLessThan(1);
  } finally {
    crowd.leave();
    clients.end();
    await holding.end();
  }
}, 180_000);
