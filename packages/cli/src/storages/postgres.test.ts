import type { Invalidation } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { inspect, pgStorage } from '@bord/adapter-pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migratedDatabase } from '../../../../test/support/migrated-database.ts';
import { freshDatabase } from '../../../../test/support/postgres.ts';
import { tcpProxy } from '../../../adapter-pg/test-support/tcp-proxy.ts';
import { NO_SCHEMA } from './storage-kind.ts';
import { storageOf } from './storages.ts';

test('a server with a direct URL receives changes that a pooler in transaction mode does not forward', async () => {
  const database = await migratedDatabase();
  const proxy = await tcpProxy(Number(new URL(database.url).port));
  proxy.onAnswer = (bytes) => (bytes[0] === 'A'.charCodeAt(0) ? 'drop' : null); // a notification
  const pooled = new URL(database.url);
  pooled.port = String(proxy.port);
  const server = await storageOf({
    kind: 'postgres',
    url: pooled.href,
    directUrl: database.url,
  }).open('if empty');
  const other = pgStorage(database);
  onTestFinished(async () => {
    await Promise.all([server.close(), other.close()]);
    await proxy.close();
    await database.drop();
  });
  const heard: Invalidation[] = [];
  server.invalidations.subscribe((invalidation) => heard.push(invalidation));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'anything' }), { timeout: 60_000 });
  await other.records.amend(steps.insertion('keys', fixtures.aKey('key_1')));
  await other.records.amend(steps.keyRevocation('key_1', 1));
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'keys' }), { timeout: 60_000 });
});

test('a command that reads leaves a database without tables as it is, and names bord migrate', async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const storage = storageOf({ kind: 'postgres', url });
  await expect(storage.open('never')).rejects.toThrow(NO_SCHEMA);
  expect(await inspect({ url })).toMatchObject({ version: 0 });
});
