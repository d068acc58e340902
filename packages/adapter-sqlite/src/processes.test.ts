import { fixtures, steps } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { aPath, outputOf, start } from '../test-support/processes.ts';
import { sqliteStorage } from './index.ts';

const { aDelivery, aLocation, anEndpoint, lease, LOCATION_ID } = fixtures;

async function prepared(): Promise<string> {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  await aLocation(storage);
  await storage.close();
  return path;
}

test('after kill -9 all acknowledged bookings exist with their events, and all others are complete or absent', async () => {
  const path = await prepared();
  const child = start('book', path);
  const output = outputOf(child);
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > 3000) child.kill('SIGKILL');
  });
  const acknowledged = (await output).split('\n').slice(0, -1);
  expect(child.signalCode).toBe('SIGKILL');
  expect(acknowledged.length).toBeGreaterThan(100);
  const storage = sqliteStorage({ path });
  const bookings = await storage.bookings.list(LOCATION_ID);
  const ids = new Set(bookings.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  const deliveries = await lease(storage, { limit: 100_000 });
  expect(deliveries.map(({ id }) => id).toSorted()).toEqual([...ids].map((id) => `d_${id}`).toSorted());
  await storage.close();
  const database = new Sqlite(path);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.prepare('SELECT count(*) FROM seatings').pluck().get()).toBe(ids.size);
  database.close();
});

/** A database with deliveries to one endpoint. */
async function preparedOutbox(count: number): Promise<string> {
  const path = await prepared();
  const storage = sqliteStorage({ path });
  await storage.records.amend(steps.insertion('endpoints', anEndpoint()));
  await storage.outbox.add(Array.from({ length: count }, (_, i) => aDelivery(`d_${i}`, { queue: 'e' })));
  await storage.close();
  return path;
}

test('D23 deliveries that a killed worker held are sent later, and settled ones are not', async () => {
  const path = await preparedOutbox(60);
  const child = start('die', path);
  const settled = (await outputOf(child)).split('\n').slice(0, -1);
  expect(child.signalCode).toBe('SIGKILL');
  expect(settled).toHaveLength(10);
  const storage = sqliteStorage({ path });
  const before = await storage.outbox.ofQueue('e', 60);
  const states = new Map(before.map(({ id, state }) => [id, state]));
  expect(settled.filter((id) => states.get(id) !== 'delivered')).toEqual([]);
  expect(before.filter(({ state }) => state === 'waiting').length).toBeGreaterThanOrEqual(40);

  const late = (await outputOf(start('deliver', path))).split('\n').slice(0, -1);
  expect(late.filter((id) => states.get(id) === 'delivered')).toEqual([]);
  const after = await storage.outbox.ofQueue('e', 60);
  expect(after.filter(({ state, attempts }) => state !== 'delivered' || attempts.length !== 1)).toEqual([]);
  expect((await storage.records.find('endpoints', { id: 'e' }))?.failedInARow).toBe(60);
  await storage.close();
});

test('§6.5 four workers settle each delivery once, and count every failure of its endpoint', async () => {
  const path = await preparedOutbox(400);
  const together = String(Date.now() + 3000);
  const workers = Array.from({ length: 4 }, () => outputOf(start('deliver', path, together)));
  const outputs = await Promise.all(workers);
  const settled = outputs.map((output) => output.split('\n').slice(0, -1));
  expect(settled.flat().toSorted()).toEqual(Array.from({ length: 400 }, (_, i) => `d_${i}`).toSorted());
  expect(settled.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
  const storage = sqliteStorage({ path });
  expect((await storage.records.find('endpoints', { id: 'e' }))?.failedInARow).toBe(400);
  await storage.close();
});
