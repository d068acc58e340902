/** Sixty concurrent creates at a full restaurant that is hard to search and has a long waitlist. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, pgStorage } from '@bord/adapter-pg';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { furnish } from '../proof/rush/restaurants.ts';
import { connectedClients, CREATES, rush } from '../proof/rush/rush.ts';
import { Bord } from '../servers/bord-process.ts';
import { freshDatabase } from '../support/postgres.ts';

test.each(['SQLite', 'PostgreSQL'])('D57 each of 60 requests of a rush is answered, on %s', async (kind) => {
  const { url, storage } = kind === 'SQLite' ? onSqlite() : await onPostgres();
  const restaurants = await furnish(storage, 300_000);
  const bord = new Bord(url);
  onTestFinished(() => bord.end());
  const server = await bord.serve();
  const clients = await connectedClients(Number(new URL(server.root).port));
  onTestFinished(() => clients.end());
  const { creates, others } = await rush(clients, restaurants, 0);
  expect(creates.map(({ status }) => status).filter((status) => ![201, 409, 503].includes(status))).toEqual(
    [],
  );
  expect(creates.length).toBe(CREATES);
  expect(others.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

function onSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'bord-rush-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bord.db');
  return { url: `sqlite:${path}`, storage: sqliteStorage({ path, migrate: true }) };
}

async function onPostgres() {
  const database = await freshDatabase();
  onTestFinished(database.drop);
  await migrate(database);
  return { url: database.url, storage: pgStorage(database) };
}
