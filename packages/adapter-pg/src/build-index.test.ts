/** An index of a large table is built while servers write to it, and a killed process does not block the next one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pgStorage } from '@bord/adapter-pg';
import { fixtures } from '@bord/engine/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clientOf, type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { buildIndex, indexBuildOf } from './build-index.ts';
import { migrate, migrateBy } from './migrate.ts';
import { migrations } from './migrations.ts';
import { ask } from './transaction.ts';

const { aBooking, aLocation, aScope } = fixtures;

const [NAME, INDEX] = ['0002-phone-index', 'bookings_phone'];
/** A migration that builds an index of the bookings. */
const LATER = {
  version: 2,
  name: NAME,
  sql: `-- outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS ${INDEX} ON bord.bookings (guest_phone);`,
};
const migrateLater = () => migrateBy([...migrations(), LATER], database);

let database: FreshDatabase;
/** A transaction that has written to the table: the index is complete only after it ends. */
let earlier: pg.Client;

beforeEach(async () => {
  database = await freshDatabase();
  await migrate(database);
  const storage = pgStorage(database);
  await aLocation(storage);
  await storage.close();
  earlier = clientOf(database.url);
  await earlier.connect();
  await earlier.query(`BEGIN; UPDATE bookings SET pinned = pinned; SELECT FROM bookings`);
});

afterEach(async () => {
  await earlier.end();
  await database.drop();
});

/** The sessions that build the index. */
const building = (): Promise<{ pid: number }[]> =>
  sql(
    database.url,
    `SELECT pid FROM pg_stat_progress_create_index WHERE datname = current_database() AND index_relid = to_regclass('${INDEX}')`,
  );
const index = async () => {
  const [found] = await sql<{ oid: number; is_whole: boolean }>(
    database.url,
    `SELECT indexrelid AS oid, indisvalid AS is_whole FROM pg_index WHERE indexrelid = to_regclass('${INDEX}')`,
  );
  return found;
};
/** Builds the index, as the next process would. Dropping the index would wait for its lock, so it fails instead. */
async function buildNow(): Promise<boolean> {
  const build = indexBuildOf(LATER)!;
  const client = new pg.Client({
    connectionString: database.url,
    options: '-c lock_timeout=2s -c search_path=bord',
  });
  await client.connect();
  try {
    return await buildIndex((...query) => ask(client, ...query), build);
  } finally {
    await client.end();
  }
}

const untilBuilding = () => vi.waitFor(async () => expect(await building()).toHaveLength(1), 20_000);

test('while an index is built a server books and reads, and of two migrating processes one builds it', async () => {
  const migrating = [migrateLater(), migrateLater()];
  await untilBuilding();
  const storage = pgStorage(database);
  onTestFinished(() => storage.close());
  const location = (await storage.locations.get(fixtures.LOCATION_ID))!;
  const step = storage.bookings.amend(aScope(location), () => ({
    result: 'booked',
    booking: aBooking('bk_1'),
  }));
  expect((await step).result).toBe('booked');
  expect(await storage.bookings.find('bk_1', null)).toMatchObject({ id: 'bk_1' });
  expect(await building()).toHaveLength(1);
  expect(await index()).toMatchObject({ is_whole: false });
  await earlier.query('COMMIT');
  expect((await Promise.all(migrating)).toSorted()).toEqual([[], [NAME]]);
  expect(await index()).toMatchObject({ is_whole: true });
});

test.each(['goes on', 'dies with it'])(
  'a process is killed while it builds an index, and its session %s: the next process completes the index',
  async (fate) => {
    const child = spawn(process.execPath, [
      '--conditions=@bord/source',
      fileURLToPath(new URL('../test-support/migrating-process.ts', import.meta.url)),
      database.url,
      JSON.stringify([LATER]),
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await untilBuilding();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = await index();
    expect(left).toMatchObject({ is_whole: false });
    if (fate === 'dies with it') {
      const [session] = await building();
      await sql(database.url, 'SELECT pg_terminate_backend($1, 10000)', [session!.pid]);
      expect(await index()).toEqual(left);
    } else expect(await buildNow()).toBe(false);
    const migrating = migrateLater();
    await earlier.query('COMMIT');
    expect(await migrating).toContain(NAME);
    const whole = await index();
    expect(whole).toMatchObject({ is_whole: true });
    expect(whole!.oid === left!.oid).toBe(fate === 'goes on');
  },
);

test('outside of a transaction a migration can only build one index', () => {
  const build = (text: string) => indexBuildOf({ version: 1, name: '0001-some', sql: text });
  const statement = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS some ON bord.bookings (id);';
  expect(build(`-- outside a transaction\n-- Why.\n${statement}\n`)).toEqual({ index: 'some', statement });
  expect(build(`${statement}\n`)).toBeNull();
  for (const wrong of [
    '',
    `${statement} ${statement}`,
    'CREATE INDEX some ON bord.bookings (id);',
    'CREATE INDEX CONCURRENTLY some ON bord.bookings (id);',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS some ON bord.bookings (id);',
    'DROP TABLE bookings;',
  ])
    expect(() => build(`-- outside a transaction\n${wrong}\n`)).toThrow(/^0001-some: outside/);
});
