/** Bord has a separate schema, next to the tables of others. */
import type { Invalidation } from '@bord/engine/storage';
import { fixtures, steps } from '@bord/engine/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import pg from 'pg';
import { type FreshDatabase, freshDatabase, sql } from '../../../test/support/postgres.ts';
import { inspect } from './inspect.ts';
import { migrate } from './migrate.ts';
import { notificationsArrive } from './notifications.ts';
import { pgStorage } from './storage.ts';

const { aBooking, aLocation, aScope, bookIfFree, LOCATION_ID } = fixtures;

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase();
});

afterEach(() => database.drop());

const at = (parameters: string): string => `${database.url}?${parameters}`;

/** The tables of three other tools in `public`, as they create them. */
const OTHERS = {
  rails: `CREATE TABLE schema_migrations (version character varying NOT NULL PRIMARY KEY)`,
  dbmate: `CREATE TABLE schema_migrations (version character varying(128) PRIMARY KEY)`,
  'golang-migrate': `CREATE TABLE schema_migrations (version bigint NOT NULL PRIMARY KEY, dirty boolean NOT NULL)`,
};
const TABLES = `
  CREATE TABLE locations (id serial PRIMARY KEY, name text); CREATE TABLE users (id serial PRIMARY KEY);
  CREATE TABLE bookings (id serial PRIMARY KEY, location_id integer REFERENCES locations);
  INSERT INTO locations (name) VALUES ('Oslo'); INSERT INTO bookings (location_id) VALUES (1)`;

/** Every object outside of Bord's schema, and every row of those tables. */
async function othersIn(url: string): Promise<unknown> {
  const objects = await sql(
    url,
    `SELECT relname, relkind, relnatts, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT proname, 'p', pronargs, 0 FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  return [
    objects,
    await sql(url, 'SELECT * FROM public.locations, public.bookings, public.schema_migrations'),
  ];
}

/** With a search path as a pooler or a host might leave it, without Bord's schema. */
async function book(source: { url: string } | { pool: pg.Pool; schema?: string }): Promise<void> {
  const storage = pgStorage(source);
  try {
    const location = await aLocation(storage);
    await storage.bookings.amend(aScope(location), bookIfFree(aBooking('bk_1')));
    await storage.check();
    expect(await storage.bookings.list(LOCATION_ID)).toHaveLength(1);
  } finally {
    await storage.close();
  }
}

test.each(Object.entries(OTHERS))(
  'migrate works next to the tables of %s, and changes none of them',
  async (_, ledger) => {
    await sql(database.url, `${ledger}; ${TABLES}`);
    await sql(
      database.url,
      `INSERT INTO schema_migrations SELECT ${_ === 'golang-migrate' ? '7, false' : `'7'`}`,
    );
    const before = await othersIn(database.url);
    expect(await migrate(database)).toContain('0001-baseline');
    await book(database);
    expect(await othersIn(database.url)).toEqual(before);
  },
);

test('names are not found by search_path: the same tables in its first schema are not read', async () => {
  await migrate(database);
  const decoys = ['locations', 'bookings', 'deliveries', 'schema_migrations', 'service'];
  await sql(
    database.url,
    `CREATE SCHEMA decoy; ${decoys.map((name) => `CREATE TABLE decoy.${name} (id text);`).join(' ')}
     CREATE FUNCTION decoy.add_deliveries(outgoing json) RETURNS void LANGUAGE sql AS ''`,
  );
  await book({ url: at('options=-c%20search_path%3Ddecoy') });
});

test('two schemas of a database share no row, lock or channel', async () => {
  const [first, second] = [{ url: database.url }, { url: at('schema=order') }];
  expect(await Promise.all([migrate(first), migrate(second)])).toEqual([
    ['0001-baseline'],
    ['0001-baseline'],
  ]);
  await book(second);
  const storage = pgStorage(first);
  onTestFinished(() => storage.close());
  expect(await storage.locations.list()).toEqual([]);
  const heard: Invalidation[] = [];
  storage.invalidations.subscribe((invalidation) => heard.push(invalidation));
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'anything' }]), 20_000);
  const other = pgStorage(second);
  onTestFinished(() => other.close());
  await other.records.amend(steps.serviceSwitch(false)); // reports that anything changed, in its schema
  expect(await notificationsArrive(second)).toBe(true);
  const holder = new pg.Client({ connectionString: second.url });
  holder.on('error', () => undefined); // the database is dropped first
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(
    `BEGIN; SELECT pg_advisory_xact_lock("order".location_lock('${LOCATION_ID}')), "order".lock_dates('${LOCATION_ID}', '{2030-05-03}')`,
  );
  heard.length = 0;
  await book(first);
  await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ kind: 'diary' })), 20_000);
  expect(heard).not.toContainEqual({ kind: 'anything' });
  expect(await notificationsArrive({ ...first, listenUrl: second.url })).toBe(true);
});

test('a pool of the host has the schema by the option', async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  onTestFinished(() => pool.end());
  await migrate({ pool, schema: 'tables' });
  await book({ pool, schema: 'tables' });
  expect((await inspect({ url: database.url, schema: 'tables' })).pending).toEqual([]);
  expect((await inspect({ pool })).version).toBe(0);
});

test.each(['', 'a b', 'Bord', 'pg_bord', 'x'.repeat(51), 'a"b', '1a'])(
  '%j is not a name for the schema',
  (schema) => {
    expect(() => pgStorage({ url: database.url, schema })).toThrow(TypeError);
    expect(() => pgStorage({ url: database.url, schema })).toThrow(/^schema must/);
  },
);

test('a schema with tables of another program is rejected with their names, and stays unchanged', async () => {
  await sql(database.url, `${OTHERS.dbmate}; ${TABLES}; INSERT INTO schema_migrations VALUES ('7')`);
  const before = await othersIn(database.url);
  const url = at('schema=public');
  await expect(migrate({ url })).rejects.toThrow(
    `the schema "public" has tables of another program with names of Bord's (schema_migrations), so nothing was changed: choose another schema`,
  );
  await sql(database.url, 'ALTER TABLE schema_migrations RENAME TO versions');
  await expect(migrate({ url })).rejects.toThrow(`(bookings, locations)`);
  await expect(inspect({ url })).rejects.toThrow(`(bookings, locations)`);
  await sql(database.url, 'ALTER TABLE versions RENAME TO schema_migrations');
  expect(await othersIn(database.url)).toEqual(before);
});

/** A role that may connect; its URL. */
async function aRole(): Promise<{ role: string; url: string }> {
  const role = `app_${new URL(database.url).pathname.slice(1)}`;
  await sql(database.url, `CREATE ROLE "${role}" LOGIN PASSWORD 'password'`);
  onTestFinished(async () => void (await sql(process.env['BORD_TEST_PG_URL']!, `DROP ROLE "${role}"`)));
  const url = new URL(database.url);
  url.username = role;
  return { role, url: url.href };
}

/** The statements that a message names. */
async function runAdvice(work: Promise<unknown>): Promise<string> {
  const { message } = (await work.then(
    () => new Error('it worked'),
    (error: unknown) => error,
  )) as Error;
  const [, statements] = / run (.*;)$/.exec(message) ?? [];
  expect(statements, message).toBeDefined();
  expect(message).not.toContain('\n');
  await sql(database.url, statements!);
  return statements!;
}

test('a user without rights is shown the SQL to run, for migrating and for serving', async () => {
  const { role, url } = await aRole();
  await sql(database.url, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  expect(await runAdvice(migrate({ url }))).toBe(
    `CREATE SCHEMA "bord" AUTHORIZATION "${role}"; CREATE EXTENSION btree_gist SCHEMA "bord";`,
  );
  expect(await migrate({ url })).toEqual(['0001-baseline']);
  await book({ url });

  const owned = at('schema=owned');
  await migrate({ url: owned });
  const served = `${url}?schema=owned`;
  const storage = pgStorage({ url: served });
  onTestFinished(() => storage.close());
  expect(await runAdvice(storage.check())).toMatch(
    /^GRANT USAGE ON SCHEMA "owned" TO "app_\w+"; GRANT SELECT, INSERT/,
  );
  await book({ url: served });

  await sql(database.url, 'CREATE SCHEMA given');
  const given = `${url}?schema=given`;
  expect(await runAdvice(migrate({ url: given }))).toBe(
    `GRANT USAGE, CREATE ON SCHEMA "given" TO "${role}";`,
  );
  expect(await migrate({ url: given })).toEqual(['0001-baseline']);
});

test('a database of an earlier commit, whose tables are in public, is rejected with the way to this version', async () => {
  await sql(
    database.url,
    `CREATE TABLE seatings (); CREATE FUNCTION seat_made() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO seatings (location_id) VALUES (NULL); RETURN NULL; END $$`,
  );
  for (const url of [database.url, at('schema=public')])
    await expect(migrate({ url })).rejects.toThrow('its schema is older than Bord 0.1.0');
});

test('a database whose baseline is of an earlier commit and lacks a table is rejected as older', async () => {
  await migrate(database);
  await sql(database.url, 'DROP TABLE bord.endpoint_set');
  await expect(migrate(database)).rejects.toThrow('its schema is older than Bord 0.1.0');
  await expect(pgStorage(database).check()).rejects.toThrow('its schema is older than Bord 0.1.0');
});
