import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { inspect } from './inspect.ts';
import { migrate, migrateBy } from './migrate.ts';
import { migrations } from './migrations.ts';
import { pgStorage } from './storage.ts';

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(() => database.drop());

async function check(): Promise<void> {
  const storage = pgStorage(database);
  try {
    await storage.check();
  } finally {
    await storage.close();
  }
}

test('of eight concurrent migrating processes, one applies each migration', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database)));
  const { version, wanted, pending } = await inspect(database);
  expect(applied.flat()).toHaveLength(wanted);
  expect({ version, pending }).toEqual({ version: wanted, pending: [] });
  expect(await migrate(database)).toEqual([]);
  await check();
});

test('an empty database is not ready, and the error says what to do', async () => {
  await expect(check()).rejects.toThrow(/schema version 0.*run bord migrate/);
  const state = await inspect(database);
  expect(state.pending[0]).toBe('0001-baseline');
  expect(state.btreeGist).toBe('available');
});

test('a schema that is newer than the code is not migrated; servers that run already continue', async () => {
  await migrate(database);
  await sql(database.url, `INSERT INTO schema_migrations (version, name) VALUES (9999, '9999-later')`);
  await expect(migrate(database)).rejects.toThrow(/newer Bord/);
  await check();
});

test('docs/explain/postgresql.md explains each function of the schema', () => {
  const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const made = [
    ...`${textOf('schema.sql')}${textOf('functions.sql')}`.matchAll(/^CREATE FUNCTION bord\.(\w+)/gm),
  ];
  const [, section] = textOf('../../docs/explain/postgresql.md').split('The functions of the schema:');
  const rows = [...section!.matchAll(/^\| (`\w+`(?:, `\w+`)*) +\| /gm)];
  const explained = rows.flatMap(([, names]) => names!.match(/\w+/g)!);
  expect(explained.toSorted()).toEqual(made.map(([, name]) => name).toSorted());
});

test('a migration that fails leaves no object behind', async () => {
  const [baseline] = migrations();
  const broken = { ...baseline!, sql: `${baseline!.sql} SELECT of_no_function()` };
  await expect(migrateBy([broken], database)).rejects.toThrow(/of_no_function/);
  expect(await sql(database.url, `SELECT FROM pg_namespace WHERE nspname = 'bord'`)).toEqual([]);
  expect((await inspect(database)).btreeGist).toBe('available');
});

test('the state of a database has its version, and settings that make its commits less durable', async () => {
  await migrate(database);
  const state = await inspect(database);
  expect(Number.parseInt(state.serverVersion, 10)).toBeGreaterThanOrEqual(15);
  expect(state).toMatchObject({ btreeGist: 'installed', isInRecovery: false });
  const weaker = async (url: string): Promise<string[]> =>
    (await inspect({ url })).settings.filter(({ value, wanted }) => value !== wanted).map(({ name }) => name);
  expect(await weaker(database.url)).toEqual([]);
  const url = new URL(database.url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  expect(await weaker(url.href)).toEqual(['synchronous_commit']);
});
