/** A small sample of `npm run proof -- edge`, on every storage that a server has. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chanceOf, pick } from '../seating/random.ts';
import { migratedDatabase } from '../../support/migrated-database.ts';
import { seed } from '../../support/seed.ts';
import { LIMITS, openEdge } from './edge.ts';

const SIZE = { connections: 15, requests: 100, forMs: 300 };

test.each(['sqlite', 'postgres'])(
  `D57 while a route is flooded with pipelined requests, bookings are answered, and memory is released afterwards, on %s (seed ${seed})`,
  async (storage) => {
    const folder = mkdtempSync(join(tmpdir(), 'bord-edge-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const database =
      storage === 'sqlite' ? `sqlite:${join(folder, 'bord.db')}` : (await migratedDatabase()).url;
    const edge = await openEdge(database);
    onTestFinished(() => edge.close());
    const chance = chanceOf(seed);
    // The largest answer needs no storage.
    const largest = edge.routes.find(({ name }) => name === 'GET /docs')!;
    const row = await edge.flood(storage === 'sqlite' ? largest : pick(chance, edge.routes), SIZE, chance);
    // On busy cores a booking may wait for too long: it is shed then, and that is an answer.
    expect(row.failed.filter((status) => status !== 503)).toEqual([]);
    await expect.poll(() => edge.held()).toBe(0);
    expect(row.peakMb).toBeLessThan(LIMITS.peakMb);
  },
);
