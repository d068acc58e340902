/** Requests are counted together for all servers, some of them in advance. */
import { pgStorage } from '@bord/adapter-pg';
import type { Storage } from '@bord/engine/storage';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { type Network, startNetwork } from '../../../test/support/network.ts';
import { type FreshDatabase, sql } from '../../../test/support/postgres.ts';

const MINUTE_MS = 60_000;

let database: FreshDatabase;

beforeAll(async () => {
  database = await migratedDatabase();
});

afterAll(() => database.drop());

/** A storage with a simulated network. */
async function opening(): Promise<{ storage: Storage; network: Network }> {
  const url = new URL(database.url);
  const network = await startNetwork(Number(url.port));
  url.port = String(network.port);
  const storage = pgStorage({ url: url.href });
  onTestFinished(async () => {
    network.mend();
    await storage.close();
    await network.close();
  });
  return { storage, network };
}

/** Takes all available requests, one after the other. */
async function takeAll({ rates }: Storage, keyId: string, limit: number): Promise<number> {
  let taken = 0;
  while ((await rates.take(keyId, limit, MINUTE_MS)).allowed) taken += 1;
  return taken;
}

test('D17 before a server rejects it gets the advances of others: exactly the limit is allowed', async () => {
  const [one, other] = [await opening(), await opening()];
  const first = await one.storage.rates.take('shared', 40, MINUTE_MS);
  expect(first).toMatchObject({ allowed: true, remaining: 39 });
  expect(await one.storage.rates.take('shared', 40, MINUTE_MS)).toMatchObject({ remaining: 38 });
  expect(await takeAll(other.storage, 'shared', 40)).toBe(38);
  expect(await one.storage.rates.take('shared', 40, MINUTE_MS)).toMatchObject({
    allowed: false,
    remaining: 0,
  });
});

test('D17 an advance expires with its window, and does not reduce the next one', async () => {
  const [one, other] = [await opening(), await opening()];
  await one.storage.rates.take('over', 40, 200);
  await new Promise((done) => setTimeout(done, 250));
  expect(await takeAll(other.storage, 'over', 40)).toBe(40);
  expect(await one.storage.rates.take('over', 40, MINUTE_MS)).toMatchObject({ allowed: false });
  expect(await other.storage.rates.take('over', 40, MINUTE_MS)).toMatchObject({ allowed: false });
});

test('D17 a server that loses its database continues its count of allowed requests, up to the limit', async () => {
  const { storage, network } = await opening();
  for (let i = 0; i < 30; i++) await storage.rates.take('away', 40, MINUTE_MS);
  network.cut();
  expect(await takeAll(storage, 'away', 40)).toBe(10);
});

test('D17 a server that shuts down returns its advance; the advance of a killed server is waited for once', async () => {
  const [ending, dying, last] = [await opening(), await opening(), await opening()];
  await ending.storage.rates.take('ended', 40, MINUTE_MS);
  await ending.storage.close();
  await dying.storage.rates.take('ended', 40, MINUTE_MS);
  dying.network.cut();
  expect(await takeAll(last.storage, 'ended', 40)).toBe(38 - 9);
  const [row] = await sql<{ advanced: number }>(
    database.url,
    `SELECT advanced FROM rate_windows WHERE key_id = 'ended'`,
  );
  expect(row).toEqual({ advanced: 0 });
});
