/** Two invented later versions, to which a database of the baseline is upgraded while a process of the baseline serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fixtures } from '@bord/engine/testing';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { migrate, sqliteStorage } from './index.ts';
import { migrateDatabase } from './schema.ts';
import { migrations } from './migrations.ts';

const { aBooking, aLocation, aScope, save } = fixtures;

const COLUMN = {
  version: 2,
  name: '0002-initial',
  sql: `ALTER TABLE bookings ADD COLUMN guest_initial TEXT NOT NULL DEFAULT ''`,
};
const INDEX = {
  version: 3,
  name: '0003-initial-index',
  sql: 'CREATE INDEX bookings_initial ON bookings (guest_initial)',
};
const BACKFILL = {
  version: 4,
  name: '0004-initials',
  sql: `-- in batches
UPDATE bookings SET guest_initial = substr(guest_name, 1, 1)
WHERE id IN (SELECT id FROM bookings WHERE guest_initial = '' AND guest_name <> '' ORDER BY id LIMIT 1) RETURNING id;`,
};

test('from the baseline over two versions, killed during a back-fill and resumed, while a process of the baseline serves', async () => {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  onTestFinished(() => storage.close());
  const location = await aLocation(storage);
  const book = (id: string) =>
    storage.bookings.amend(aScope(location), save({ booking: aBooking(id, { tables: [id] }) }));
  for (const id of ['bk_1', 'bk_2', 'bk_3', 'bk_4']) await book(id);

  const newer = new Sqlite(path);
  onTestFinished(() => void newer.close());
  expect(migrateDatabase(newer, [...migrations(), COLUMN])).toEqual([COLUMN.name]);
  await storage.check();
  await book('bk_5');

  const filled = () =>
    newer.prepare(`SELECT id FROM bookings WHERE guest_initial = 'A' ORDER BY id`).pluck().all();
  const child = spawn(process.execPath, [
    '--conditions=@bord/source',
    fileURLToPath(new URL('../test-support/migrating-process.ts', import.meta.url)),
    path,
    JSON.stringify([COLUMN, INDEX, BACKFILL]),
    'bk_3',
  ]);
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  expect(filled()).toEqual(['bk_1', 'bk_2']);
  expect(newer.prepare('SELECT name FROM schema_migrations ORDER BY version').pluck().all()).toEqual([
    '0001-baseline',
    COLUMN.name,
    INDEX.name,
  ]);
  await storage.check();
  await book('bk_6');

  expect(migrateDatabase(newer, [...migrations(), COLUMN, INDEX, BACKFILL])).toEqual([BACKFILL.name]);
  expect(filled()).toEqual(['bk_1', 'bk_2', 'bk_3', 'bk_4', 'bk_5', 'bk_6']);
  await storage.check();
  await book('bk_7');
  expect(filled()).not.toContain('bk_7');
  expect(await storage.bookings.find('bk_3', null)).toEqual(aBooking('bk_3', { tables: ['bk_3'] }));
  expect(() => migrate({ path })).toThrow('has been used by a newer Bord');
});
