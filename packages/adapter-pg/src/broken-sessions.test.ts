/** Sessions that the server ends at the worst moment must not end the process. */
import { setTimeout as pause } from 'node:timers/promises';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase, sql } from '../../../test/support/postgres.ts';
import { tcpProxy } from '../test-support/tcp-proxy.ts';
import { migrate } from './migrate.ts';
import { pgStorage } from './storage.ts';

/** ReadyForQuery, outside of a transaction: the end of the server's greeting. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

test('D10 a session that ends during the greeting counts as broken, without further effects', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await migrate(database);
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  let greetings = 0;
  // The greeting and the end of the first session arrive together.
  proxy.onAnswer = (bytes) => (bytes.includes(READY) && ++greetings === 1 ? 'hold' : null);
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.prependListener('uncaughtExceptionMonitor', hear);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', hear));
  const storage = pgStorage({ url: url.href });
  onTestFinished(() => storage.close());

  const listing = storage.locations.list().catch((error: unknown) => error);
  while (greetings === 0) await pause(5);
  await sql(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await listing;
  expect(unheard).toEqual([]);
  expect(await storage.locations.get(fixtures.LOCATION_ID)).toBeNull();
});
