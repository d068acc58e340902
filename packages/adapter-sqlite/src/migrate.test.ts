import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { aPath, outputOf, start } from '../test-support/processes.ts';
import { inspect, migrate, sqliteStorage } from './index.ts';

test('a new database gets every migration once', () => {
  const path = aPath();
  const applied = migrate({ path });
  expect(applied[0]).toBe('0001-baseline');
  expect(migrate({ path })).toEqual([]);
  expect(inspect({ path })).toMatchObject({ version: applied.length, wanted: applied.length, pending: [] });
});

test('concurrent migrating processes share the work', async () => {
  const path = aPath();
  const outputs = await Promise.all(Array.from({ length: 4 }, () => outputOf(start('migrate', path))));
  const applied = outputs.flatMap((output) => JSON.parse(output) as string[]);
  const { version, pending } = inspect({ path });
  expect(pending).toEqual([]);
  expect(applied).toHaveLength(version);
});

test('an old schema is rejected with instructions, and not changed', () => {
  const path = aPath();
  new Sqlite(path).exec('CREATE TABLE other (x)').close();
  expect(() => sqliteStorage({ path })).toThrow('run bord migrate');
  const { version, wanted, pending } = inspect({ path });
  expect({ version, first: pending[0], count: pending.length }).toEqual({
    version: 0,
    first: '0001-baseline',
    count: wanted,
  });
});

test('a schema that is newer than the code is not opened or migrated; a process that uses it already continues', async () => {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  new Sqlite(path).exec(`INSERT INTO schema_migrations VALUES (9999, '9999-later', 0)`).close();
  await storage.check();
  await storage.close();
  expect(() => sqliteStorage({ path, migrate: true })).toThrow('has been used by a newer Bord');
  expect(() => migrate({ path })).toThrow('has been used by a newer Bord');
  expect(inspect({ path })).toMatchObject({ version: 9999, pending: [] });
});

test('inspecting a missing database is an error, and creates none', () => {
  const path = aPath();
  expect(() => inspect({ path })).toThrow('there is no database at');
  expect(existsSync(path)).toBe(false);
});

test.each([
  ['rails', 'CREATE TABLE schema_migrations (version varchar NOT NULL PRIMARY KEY)'],
  ['golang-migrate', 'CREATE TABLE schema_migrations (version uint64, dirty bool)'],
])('a database of another program, with tables of %s, is rejected and does not change', (_, ledger) => {
  const path = aPath();
  const other = new Sqlite(path);
  other.exec(
    `${ledger}; CREATE TABLE bookings (id); CREATE TABLE users (id); CREATE INDEX staff ON users (id)`,
  );
  other.exec("INSERT INTO bookings VALUES ('theirs')");
  const contentOf = (): unknown => [
    other.prepare('SELECT * FROM sqlite_schema').all(),
    other.prepare('SELECT * FROM bookings').all(),
  ];
  const before = contentOf();
  const message = `${path} has tables of another program with names of Bord's (bookings, schema_migrations, staff), so nothing was changed: give Bord a separate file`;
  expect(() => migrate({ path })).toThrow(message);
  expect(() => sqliteStorage({ path, migrate: true })).toThrow(message);
  expect(() => sqliteStorage({ path })).toThrow(message);
  expect(() => inspect({ path })).toThrow(message);
  expect(contentOf()).toEqual(before);
  other.exec('DROP TABLE schema_migrations; DROP INDEX staff');
  expect(() => migrate({ path })).toThrow('(bookings)');
  other.exec('DROP TABLE bookings');
  expect(migrate({ path })).toContain('0001-baseline');
  other.close();
});
