/** Two invented later versions, to which a database of the baseline is upgraded while a server of the baseline serves. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pgStorage } from '@bord/adapter-pg';
import { fixtures } from '@bord/engine/testing';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { migrate, migrateBy } from './migrate.ts';
import { migrations } from './migrations.ts';

const { aBooking, aLocation, aScope, save } = fixtures;

const COLUMN = {
  version: 2,
  name: '0002-initial',
  sql: `ALTER TABLE bord.bookings ADD COLUMN guest_initial text NOT NULL DEFAULT ''`,
};
const INDEX = {
  version: 3,
  name: '0003-initial-index',
  sql: `-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_initial ON bord.bookings (guest_initial);`,
};
const BACKFILL = {
  version: 4,
  name: '0004-initials',
  sql: `-- in batches
UPDATE bord.bookings SET guest_initial = left(guest_name, 1)
WHERE (id, location_id) IN (
  SELECT id, location_id FROM bord.bookings WHERE guest_initial = '' AND guest_name <> '' ORDER BY id LIMIT 1 FOR NO KEY UPDATE
) RETURNING id;`,
};

test('from the baseline over two versions, killed during a back-fill and resumed, while a server of the baseline serves', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  await migrate(database);
  const storage = pgStorage(database);
  onTestFinished(() => storage.close());
  const location = await aLocation(storage);
  const book = (id: string) =>
    storage.bookings.amend(aScope(location), save({ booking: aBooking(id, { tables: [id] }) }));
  for (const id of ['bk_1', 'bk_2', 'bk_3', 'bk_4']) await book(id);

  expect(await migrateBy([...migrations(), COLUMN], database)).toEqual([COLUMN.name]);
  await storage.check();
  await book('bk_5');

  const rows = () =>
    sql<{ id: string; initial: string; written: string }>(
      database.url,
      'SELECT id, guest_initial AS initial, xmin::text AS written FROM bookings ORDER BY id',
    );
  const filled = async () => (await rows()).filter(({ initial }) => initial !== '');
  const holder = clientOf(database.url);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`BEGIN; SELECT FROM bookings WHERE id = 'bk_3' FOR UPDATE`);
  const child = spawn(process.execPath, [
    '--conditions=@bord/source',
    fileURLToPath(new URL('../test-support/migrating-process.ts', import.meta.url)),
    database.url,
    JSON.stringify([COLUMN, INDEX, BACKFILL]),
  ]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(filled, { timeout: 30_000 }).toHaveLength(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await holder.query('COMMIT');
  const before = await filled();
  expect(before.map(({ id }) => id)).toEqual(['bk_1', 'bk_2']);
  const names = await sql(database.url, 'SELECT name FROM schema_migrations ORDER BY version');
  expect(names).toEqual(['0001-baseline', COLUMN.name, INDEX.name].map((name) => ({ name })));
  await storage.check();
  await book('bk_6');

  const later = [...migrations(), COLUMN, INDEX, BACKFILL];
  expect(await migrateBy(later, database)).toEqual([BACKFILL.name]);
  const after = await rows();
  expect(after.map(({ initial }) => initial)).toEqual(Array.from(after, () => 'A'));
  expect(after.slice(0, 2)).toEqual(before);
  await storage.check();
  await book('bk_7');
  expect((await rows()).map(({ id, initial }) => [id, initial]).at(-1)).toEqual(['bk_7', '']);
  expect(await storage.bookings.find('bk_3', null)).toEqual(aBooking('bk_3', { tables: ['bk_3'] }));
  await expect(migrate(database)).rejects.toThrow('has been used by a newer Bord');
});
