import { statSync } from 'node:fs';
import type { Storage } from '@bord/engine/storage';
import { fixtures, storageContract } from '@bord/engine/testing';
import Sqlite, { type Database, type Options } from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleOf } from '../../../test/support/long.ts';
import { aPath } from '../test-support/processes.ts';
import { migrate, sqliteStorage } from './index.ts';

const { aBooking, aLocation, aScope, save } = fixtures;

/** A host's database, which is closed after the test. */
function aDatabase(path = aPath(), options: Options = {}): Database {
  const database = new Sqlite(path, options);
  onTestFinished(() => void database.close());
  return database;
}

function over(database: Database): Storage {
  const storage = sqliteStorage({ database, migrate: true });
  onTestFinished(() => storage.close());
  return storage;
}

function aDatabaseInUse(): Database {
  const database = aDatabase();
  over(database);
  return database;
}

describe('a SQLite storage over three databases of a host', () => {
  test.each(sampleOf(storageContract, 6))('$name', async ({ run }) => {
    let nowMs = Date.UTC(2030, 0, 1);
    const clock = { nowMs: () => nowMs };
    const path = aPath();
    const databases = [0, 1, 2].map(() => aDatabase(path));
    const openings = databases.map((database) => sqliteStorage({ database, clock, migrate: true }));
    onTestFinished(async () => void (await Promise.all(openings.map((opening) => opening.close()))));
    await run({ storage: openings[0]!, openings, pass: async (ms) => void (nowMs += ms) });
  });
});

test('a host’s database becomes as durable as one that Bord opens, and its other settings stay', () => {
  const database = aDatabase();
  database.pragma('trusted_schema = ON');
  over(database);
  const settings = ['journal_mode', 'synchronous', 'secure_delete', 'foreign_keys', 'trusted_schema'];
  expect(settings.map((name) => database.pragma(name, { simple: true }))).toEqual(['wal', 2, 1, 1, 1]);
});

test('closing the storage releases the database: open, and free for another storage', async () => {
  const database = aDatabase();
  const storage = sqliteStorage({ database, migrate: true });
  await aLocation(storage);
  await storage.close();
  expect(database.prepare('SELECT count(*) FROM locations').pluck().get()).toBe(1);
  const again = sqliteStorage({ database });
  expect(await again.locations.list()).toHaveLength(1);
  await again.close();
});

test.each<[string, () => Database, RegExp]>([
  ['closed', () => aDatabase().close(), /is closed/],
  ['in memory', () => aDatabase(':memory:'), /is kept in memory.*path: ":memory:"/],
  ['in a transaction', () => aDatabase().exec('BEGIN'), /is in a transaction: end it first/],
  [
    'without foreign keys',
    () => aDatabase().exec('PRAGMA foreign_keys = OFF'),
    /does not check foreign keys/,
  ],
  ['of big integers', () => aDatabase().defaultSafeIntegers(), /reads integers as BigInt/],
  ['in use', () => aDatabaseInUse(), /has a storage on it already/],
  ['of another program', () => aDatabase().exec('CREATE TABLE bookings (x)'), /give Bord a separate file/],
])('a database %s is rejected with instructions', (_, open, message) => {
  expect(() => sqliteStorage({ database: open() })).toThrow(message);
});

test('a read-only database is rejected', () => {
  const path = aPath();
  migrate({ path });
  expect(() => sqliteStorage({ database: aDatabase(path, { readonly: true }) })).toThrow(/opened read-only/);
  expect(statSync(path).size).toBeGreaterThan(0);
});

test('a transaction of the host is waited for, and its writes stay separate', async () => {
  const database = aDatabase();
  database.exec('CREATE TABLE notes (text TEXT)');
  const storage = over(database);
  const location = await aLocation(storage);
  database.exec(`BEGIN; INSERT INTO notes VALUES ('one')`);
  const booking = storage.bookings.amend(aScope(location), save({ booking: aBooking('bk_1') }));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setTimeout(resolve, 1));
  expect(database.inTransaction).toBe(true);
  database.exec('ROLLBACK');
  await booking;
  expect(database.prepare('SELECT count(*) FROM notes').pluck().get()).toBe(0);
  expect(await storage.bookings.find('bk_1', null)).toMatchObject({ id: 'bk_1' });
});
