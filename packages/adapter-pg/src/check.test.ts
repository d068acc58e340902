/** Whether a server may say that it is ready: by a connection of its own, and only when the database can be written. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { clientOf, type FreshDatabase, postgresIn, sql } from '../../../test/support/postgres.ts';
import { tcpProxy } from '../test-support/tcp-proxy.ts';
import { migrate } from './migrate.ts';
import { type PgOptions, pgStorage } from './storage.ts';

const { LOCATION_ID } = fixtures;
const soon = { timeout: 20_000, interval: 100 };

let database: FreshDatabase;

beforeEach(async () => {
  database = await migratedDatabase();
});

afterEach(() => database.drop());

function opened(options: Partial<PgOptions> = {}) {
  const storage = pgStorage({ url: database.url, ...options });
  onTestFinished(() => storage.close());
  return storage;
}

test('stuck work that has every connection of the pool says nothing of the database', async () => {
  const storage = opened({ connections: 2 });
  const holder = clientOf(database.url);
  holder.on('error', () => undefined);
  onTestFinished(() => holder.end());
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE bookings IN ACCESS EXCLUSIVE MODE');
  const stuck = Array.from({ length: 20 }, () => storage.bookings.list(LOCATION_ID));
  const ended = Promise.allSettled(stuck);
  await vi.waitFor(() => expect(storage.pool!().waiting).toBeGreaterThan(0), soon);
  await storage.check();
  await holder.query('ROLLBACK');
  await ended;
});

/** Sets something for every session of the database that begins from now on, and ends those that there are. */
async function makeDefault(words: string): Promise<void> {
  const [, name] = new URL(database.url).pathname.split('/');
  await sql(process.env['BORD_TEST_PG_URL']!, `ALTER DATABASE ${name} ${words}`);
  await sql(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'bord'`,
  );
}

/** Waits until the storage is not ready, with this cause. */
function unready(storage: ReturnType<typeof opened>, cause: string): Promise<void> {
  const message = expect.stringContaining(cause) as string;
  return vi.waitFor(
    () => expect(storage.check()).rejects.toMatchObject({ code: 'unavailable', message }),
    soon,
  );
}

test('a database that is only to be read is not ready, and is again when it can be written', async () => {
  const storage = opened();
  await storage.check();
  await makeDefault('SET default_transaction_read_only = on');
  await unready(storage, 'read-only');
  expect(await storage.records.list('keys')).toEqual([]); // which a check that only reads would take for well
  await makeDefault('RESET default_transaction_read_only');
  await vi.waitFor(() => storage.check(), soon);
});

test('a disk on which no file can grow is not ready, although a row that is there can be written', async () => {
  const storage = opened();
  await storage.check();
  await makeDefault('SET temp_file_limit = 0'); // refused as on a full disk: by a file that cannot grow
  await unready(storage, 'temporary file');
  await storage.records.amend(steps.serviceSwitch(true));
  await makeDefault('RESET temp_file_limit');
  await vi.waitFor(() => storage.check(), soon);
});

test('a standby is not ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bord-standby-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  const primary = postgresIn(folder, port);
  await primary.initialise();
  await primary.start();
  await migrate({ url });
  await primary.stop();
  await writeFile(join(folder, 'standby.signal'), '');
  const standby = postgresIn(folder, port);
  standby.start().catch(() => undefined); // it waits for a server that takes writes, and so for ever
  onTestFinished(() => standby.stop());
  const storage = opened({ url });
  await unready(storage, 'read-only');
});

test('however often it is asked, one write at a time is made, and nothing grows', async () => {
  const url = new URL(database.url);
  const proxy = await tcpProxy(Number(url.port));
  onTestFinished(() => proxy.close());
  url.port = String(proxy.port);
  let writes = 0;
  proxy.onSend = (bytes) => {
    if (bytes.includes('UPDATE bord.service')) writes += 1;
    return null;
  };
  const storage = opened({ url: url.href });
  await Promise.all(Array.from({ length: 500 }, () => storage.check()));
  expect(writes).toBe(1);
  expect(await sql(database.url, 'SELECT enabled FROM service')).toEqual([{ enabled: true }]);
});

test('§7 it leaves the switch of the service as the operator has set it', async () => {
  const storage = opened();
  await storage.records.amend(steps.serviceSwitch(false));
  await storage.check();
  expect((await storage.records.find('service', {}))?.enabled).toBe(false);
});

test('a lock on the whole schema makes a server unready, unless a migration holds it; the schema of a later version is served', async () => {
  const storage = opened();
  const holder = clientOf(database.url);
  holder.on('error', () => undefined); // the database goes first
  onTestFinished(() => holder.end());
  await holder.connect();
  const later = 'ALTER TABLE service ADD COLUMN later integer; ALTER TABLE bookings ADD COLUMN later integer';
  await holder.query(`BEGIN; ${later}`);
  await expect(storage.check()).rejects.toMatchObject({ code: 'unavailable' }); // the control
  await holder.query('ROLLBACK');
  await vi.waitFor(() => storage.check(), soon);

  await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('bord.migrations', 0)); ${later}`);
  const serving = opened(); // its checks share no answer with those before
  await serving.check();
  await holder.query(`INSERT INTO schema_migrations (version, name) VALUES (9999, '9999-later.sql'); COMMIT`);
  await opened().check();
});
