/** Readiness is checked on a separate connection, and requires that the database accepts writes. */
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

test('blocked work on every connection of the pool does not affect the check', async () => {
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

/** Changes a default of the database for new sessions, and ends the existing ones. */
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

test('a read-only database is not ready, and is ready again when it accepts writes', async () => {
  const storage = opened();
  await storage.check();
  await makeDefault('SET default_transaction_read_only = on');
  await unready(storage, 'read-only');
  expect(await storage.records.list('keys')).toEqual([]); // a check that only reads would succeed
  await makeDefault('RESET default_transaction_read_only');
  await vi.waitFor(() => storage.check(), soon);
});

test('a disk on which no file can grow is not ready, although existing rows can be updated', async () => {
  const storage = opened();
  await storage.check();
  await makeDefault('SET temp_file_limit = 0'); // fails as on a full disk: temporary files cannot grow
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
  standby.start().catch(() => undefined); // waits forever for a server that accepts writes
  onTestFinished(() => standby.stop());
  const storage = opened({ url });
  await unready(storage, 'read-only');
});

test('concurrent checks share one write, and the row does not grow', async () => {
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

test("§7 the check does not change the operator's service switch", async () => {
  const storage = opened();
  await storage.records.amend(steps.serviceSwitch(false));
  await storage.check();
  expect((await storage.records.find('service', {}))?.enabled).toBe(false);
});

test('a lock on the whole schema makes a server unready, unless a migration holds it; the schema of a later version is ready', async () => {
  const storage = opened();
  const holder = clientOf(database.url);
  holder.on('error', () => undefined); // the database is dropped first
  onTestFinished(() => holder.end());
  await holder.connect();
  const later = 'ALTER TABLE service ADD COLUMN later integer; ALTER TABLE bookings ADD COLUMN later integer';
  await holder.query(`BEGIN; ${later}`);
  await expect(storage.check()).rejects.toMatchObject({ code: 'unavailable' }); // the control
  await holder.query('ROLLBACK');
  await vi.waitFor(() => storage.check(), soon);

  await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('bord.migrations', 0)); ${later}`);
  const serving = opened(); // its checks share no answer with earlier ones
  await serving.check();
  await holder.query(`INSERT INTO schema_migrations (version, name) VALUES (9999, '9999-later.sql'); COMMIT`);
  await opened().check();
});
