import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { aPath } from '../test-support/processes.ts';
import { openSqlite, settingsOf } from './open.ts';

test('every connection flushes before a commit returns, waits for others, and checks foreign keys', () => {
  const path = join(aPath(), '..', 'a', 'new', 'folder', 'bord.db');
  for (const _ of ['created', 'opened again']) {
    const database = openSqlite({ path });
    expect(Object.fromEntries(settingsOf(database).map(({ name, value }) => [name, value]))).toEqual({
      journal_mode: 'wal',
      synchronous: '2',
      busy_timeout: '5000',
      foreign_keys: '1',
      trusted_schema: '0',
      secure_delete: '1',
    });
    expect(settingsOf(database).filter(({ value, wanted }) => value !== wanted)).toEqual([]);
    database.close();
  }
});

test('a database in memory is opened with the same settings, except for the log', () => {
  const database = openSqlite({ path: ':memory:' });
  expect(settingsOf(database).filter(({ value, wanted }) => value !== wanted)).toEqual([]);
  database.close();
});

/** The files that this process has open; none where the system does not list them. */
function openFiles(): readonly string[] {
  const folder = '/proc/self/fd';
  if (!existsSync(folder)) return [];
  const descriptors = readdirSync(folder).map((name) => join(folder, name));
  return descriptors.filter((path) => existsSync(path)).map((path) => readlinkSync(path));
}

test('a file that is not a database is rejected and closed, and a missing one that must exist is rejected', () => {
  expect(() => openSqlite({ path: import.meta.filename })).toThrow('file is not a database');
  expect(openFiles()).not.toContain(import.meta.filename);
  expect(() => openSqlite({ path: aPath() }, true)).toThrow('there is no database at');
});

test('a folder that is created for a database is accessible to its owner only', () => {
  const path = join(dirname(aPath()), 'a', 'folder', 'bord.db');
  openSqlite({ path }).close();
  for (const folder of [dirname(path), dirname(dirname(path))]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
});

test('a folder below /proc, where none can be created, is an error', () => {
  const script = `import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}; openSqlite({ path: '/proc/bord/bord.db' });`;
  const options = ['--conditions=@bord/source', '--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 });
  expect(stderr).toMatch(/mkdir '\/proc/);
  expect(status).toBe(1);
});
