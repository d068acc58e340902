/**
 * Measures what a crowd of slow and broken connections costs a partner at the same server:
 *
 *     node --conditions=@bord/source test/load/run-slow.ts [connections] [seconds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Bord } from '../servers/bord-process.ts';
import { furnish } from './busy-restaurants.ts';
import { quantile } from './load.ts';
import { assertRoomFor, openCrowd } from './slow-crowd.ts';
import { type Business, doBusiness, invite, openClients } from './slow-senders.ts';

const [size = 2000, seconds = 20] = process.argv.slice(2).map(Number);
assertRoomFor(size);
const folder = mkdtempSync(join(tmpdir(), 'bord-slow-'));
const path = join(folder, 'bord.db');
const restaurants = await furnish(path);
const bord = new Bord(`sqlite:${path}`);
const server = await bord.serve();
const target = await invite(bord, server, restaurants);

const clients = await openClients(target.port);
await doBusiness(clients, restaurants, 3000); // everything is compiled, and in memory
tell('quiet', await doBusiness(clients, restaurants, seconds * 1000));
const crowd = openCrowd(target, size);
while (crowd.come() < size) await pause(50);
tell(`beside ${size} connections`, await doBusiness(clients, restaurants, seconds * 1000));
console.log(`${crowd.come()} connections have come in all`);
crowd.leave();
clients.end();
await server.stop();
await bord.end();
rmSync(folder, { recursive: true });

function tell(when: string, { hits, creates, reads }: Business): void {
  const ms = hits.map((hit) => hit.ms);
  const [half, most] = [0.5, 0.99].map((share) => quantile(ms, share).toFixed(1));
  const shares = `${(creates * 100).toFixed(1)} % of creates, ${(reads * 100).toFixed(1)} % of reads`;
  console.log(`${when}: ${hits.length} requests, ${shares}; half within ${half} ms, 99 % within ${most} ms`);
}
