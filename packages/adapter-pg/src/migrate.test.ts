import { readdirSync, readFileSync } from 'node:fs';
import { fixtures } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
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

test('of eight processes that migrate at once, one applies each migration', async () => {
  const applied = await Promise.all(Array.from({ length: 8 }, () => migrate(database)));
  const { version, wanted, pending } = await inspect(database);
  expect(applied.flat()).toHaveLength(wanted);
  expect({ version, pending }).toEqual({ version: wanted, pending: [] });
  expect(await migrate(database)).toEqual([]);
  await check();
});

test('an empty database is not ready, and says what to do', async () => {
  await expect(check()).rejects.toThrow(/schema version 0.*run bord migrate/);
  const state = await inspect(database);
  expect(state.pending[0]).toBe('0001-begin');
  expect(state.btreeGist).toBe('available');
});

test('a schema that is newer than the code is not migrated; whoever serves already serves on', async () => {
  await migrate(database);
  await sql(database.url, `INSERT INTO schema_migrations (version, name) VALUES (9999, '9999-later')`);
  await expect(migrate(database)).rejects.toThrow(/newer Bord/);
  await check();
});

test('the README says of each function in which migration it stands as it is now', () => {
  const root = new URL('..', import.meta.url);
  const standing = new Map<string, string>();
  for (const file of readdirSync(new URL('migrations', root)).toSorted()) {
    const text = readFileSync(new URL(`migrations/${file}`, root), 'utf8');
    for (const [, name] of text.matchAll(/CREATE (?:OR REPLACE )?FUNCTION (\w+)/g))
      standing.set(name!, file.replace('.sql', ''));
    for (const [, name] of text.matchAll(/DROP FUNCTION (\w+)/g)) standing.delete(name!);
  }
  const rows = readFileSync(new URL('README.md', root), 'utf8').matchAll(
    /^\| (`\w+`(?:, `\w+`)*) +\| .* \| (\d{4}-[\w-]+(?:, \d{4}-[\w-]+)*) +\|$/gm,
  );
  const documented = [...rows].flatMap(([, names, migrations]) => {
    const files = migrations!.split(', ');
    return names!.split(', ').map((name, i) => [name.slice(1, -1), files[i]] as const);
  });
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(standing));
});

test('a migration that fails leaves nothing behind', async () => {
  await sql(database.url, 'CREATE TABLE deliveries ()');
  await expect(migrate(database)).rejects.toThrow(/deliveries/);
  const tables = await sql<{ name: string }>(
    database.url,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  expect(tables.map(({ name }) => name)).toEqual(['deliveries']);
});

test('a database tells what it is, and where its commits are weaker than they should be', async () => {
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

test('a filled database of the version before is upgraded, and servers of that version go on with it', async () => {
  await migrate(database, 6);
  const id = fixtures.LOCATION_ID;
  const at = (hour: number): string => `2030-03-01T${hour}:00:00Z`;
  const row = (name: string, from: number, until: number) => ({
    location_id: id,
    id: name,
    service_date: '2030-03-01',
    starts_at: at(from),
    ends_at: at(until),
    blocked_until: at(until),
    party_size: 2,
    tables: [name],
    pinned: false,
    status: 'confirmed',
    source: 'partner',
    channel: 'partner:acme',
    idempotency_key: name,
    guest_name: 'Alva',
    created_at: at(10),
    last_event_seconds: {},
  });
  const saveAsBefore = (...rows: object[]) =>
    sql(database.url, 'SELECT save_steps($1, $2, NULL, NULL, NULL)', [id, JSON.stringify(rows)]);
  await sql(database.url, `INSERT INTO locations (id, revision, plan) VALUES ('${id}', 1, '{}')`);
  await saveAsBefore(row('short', 18, 20), row('long', 12, 19));
  await migrate(database);
  await saveAsBefore({ ...row('short', 18, 20), guest_name: 'Bo' }, row('later', 20, 22));
  await expect(saveAsBefore({ ...row('twice', 18, 21), tables: ['long'] })).rejects.toMatchObject({
    constraint: 'seatings_held_once',
  });
  const [before] = await sql<{ page: string }>(
    database.url,
    `SELECT open_page($1, '{2030-03-01}', '{[2030-03-01 18:30Z,2030-03-01 19:30Z),[2030-03-01 21:00Z,2030-03-01 21:01Z)}', '{}', '{}') AS page`,
    [id],
  );
  const { diary } = JSON.parse(before!.page) as { diary: [string][] };
  expect(diary.map(([name]) => name).toSorted()).toEqual(['later', 'long', 'short']);
  const storage = pgStorage(database);
  try {
    const read = await storage.bookings.diary(id, { startMs: Date.parse(at(18)), endMs: Date.parse(at(20)) });
    expect(read.map((booking) => booking.id).toSorted()).toEqual(['long', 'short']);
    expect(await storage.bookings.find('short', null)).toMatchObject({ guest: { name: 'Bo' } });
  } finally {
    await storage.close();
  }
});
