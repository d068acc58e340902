import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DatabaseState, InspectedHost } from '@bord/adapter-pg';
import { readHosts, URL_PARAMETERS, urlParametersOf } from '@bord/adapter-pg/hosts';
import type { Storage } from '@bord/engine';
import { timeStatusOf } from '@bord/engine/adapters';
import { bad, type Finding, good, weak } from './finding.ts';
import { clockFinding, nightlyFindings, schemaFinding, settingFinding } from './schema-findings.ts';
import { hostFindings, replicationFindings } from './replication-findings.ts';
import {
  type ConfiguredStorage,
  type CopiedContent,
  type CopiedStorage,
  type Migrates,
  NO_SCHEMA,
  type ReadFiles,
  type StorageKind,
} from './storage-kind.ts';

export interface PostgresUrl {
  /** A server. */
  readonly kind: 'postgres';
  readonly url: string;
  /** `BORD_DATABASE_DIRECT`: the same database past a pooler that gives a connection for one transaction at a time. */
  readonly directUrl?: string;
}

/** After a power loss a large database recovers for tens of seconds, and a server that starts next to it must wait. */
const WAIT_MS = 60_000;

/** One database that many servers share: one that starts brings its schema up to date, another command only says that it is old. */
export const postgres: StorageKind<PostgresUrl> = {
  title: 'PostgreSQL',
  form: 'postgres://user@host:port/db',
  read: (text) =>
    /^postgres(?:ql)?:\/\/[^#]*$/.test(text) && isAddress(text) ? { kind: 'postgres', url: text } : undefined,
  parameters: (text) => ({ ...urlParametersOf(text), known: URL_PARAMETERS }),
  withDirect: (database, directUrl) => ({ ...database, directUrl }),
  at: postgresAt,
};

function postgresAt(database: PostgresUrl): ConfiguredStorage {
  const { url } = database;
  const adapter = async () => import('@bord/adapter-pg');
  return {
    name: nameOf(url),
    secretKeyPath: null,
    secretKeyAdvice: 'set BORD_SECRET_KEY, the same on every server: openssl rand -base64 32 makes one',
    scrubRefusal: 'PostgreSQL does so by VACUUM FULL, as its owner: see “Stored data” in the documentation',
    async open(migrates, onAway) {
      const run = (): Promise<Storage> => open(database, migrates);
      return onAway ? (await adapter()).whenThere(run, WAIT_MS, onAway) : run();
    },
    openAsItIs: async () => (await adapter()).pgStorage(optionsOf(database)),
    migrate: async () => (await adapter()).migrate({ url }),
    creationOf: (error) => creationOf(url, error),
    findings: () => findingsOn(database),
    adviceOn: (error) =>
      creationOf(url, error) ??
      'check that the server runs, and host, port, user and password in BORD_DATABASE',
    writeAdvice:
      'look at default_transaction_read_only of database and user, at the disk of the server, and whether it is a standby',
    copyTo: (folder) => copyTo(url, folder),
    assertVacant: async () => (await adapter()).assertVacant({ url }),
    restore: (copied, read) => restore(url, copied, read),
  };
}

/** Of one host or of several. */
function isAddress(text: string): boolean {
  try {
    return readHosts(text).every(({ url }) => URL.canParse(url));
  } catch {
    return false;
  }
}

function nameOf(url: string): string {
  const hosts = readHosts(url);
  const { username, host, pathname } = new URL(hosts[0]!.url);
  const where = hosts.length > 1 ? hosts.map(({ name }) => name).join(',') : host;
  return `postgres://${username === '' ? '' : `${username}@`}${where}${pathname}`;
}

/** `invalid_catalog_name` */
const NO_DATABASE = '3D000';

/** How to create a PostgreSQL database that does not exist; null for another error. */
export function creationOf(url: string, error: unknown): string | null {
  if ((error as { readonly code?: unknown } | null)?.code !== NO_DATABASE) return null;
  // Of several hosts the primary creates it.
  const { hostname, port, username, pathname, searchParams } = new URL(readHosts(url)[0]!.url);
  const options = [
    ['host', hostname.replace(/^\[(.*)\]$/, '$1') || searchParams.get('host')],
    ['port', port],
    ['username', username],
  ].flatMap(([name, value]) => (value ? [`--${name}=${word(value)}`] : []));
  return ['createdb', ...options, word(pathname.slice(1))].join(' ');
}

function word(text: string): string {
  const plain = decodeURIComponent(text);
  return /^[\w./:-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}

function optionsOf({ url, directUrl }: PostgresUrl): { url: string; listenUrl?: string } {
  return { url, ...(directUrl !== undefined && { listenUrl: directUrl }) };
}

async function open(database: PostgresUrl, migrates: Migrates): Promise<Storage> {
  const { inspect, migrate, pgStorage } = await import('@bord/adapter-pg');
  const { url } = database;
  const { version, wanted, pending } = await inspect({ url });
  if (version > wanted) throw new Error('its schema is newer than this version of Bord: run the newer one');
  if (version < wanted) {
    if (version === 0 && migrates === 'never') throw new Error(NO_SCHEMA);
    if (version > 0 && migrates !== 'always') {
      throw new Error(
        `its schema is old (${pending.length} migrations wait): run bord migrate, or restart a server`,
      );
    }
    await migrate({ url });
  }
  const storage = pgStorage(optionsOf(database));
  try {
    await storage.check();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function findingsOn(database: PostgresUrl): Promise<readonly Finding[]> {
  const { inspectHosts } = await import('@bord/adapter-pg');
  const { url } = database;
  const hosts = await inspectHosts({ url });
  try {
    return await findingsAtPrimary(database, hosts);
  } catch (error) {
    if (hosts.length === 0) throw error;
    const found = `${nameOf(url)}: ${(error as Error).message}`;
    const advice =
      creationOf(url, error) ?? 'check the report on each host, and which of them should be the primary';
    return [bad('database', found, advice), ...hostFindings(hosts)];
  }
}

async function findingsAtPrimary(
  database: PostgresUrl,
  hosts: readonly InspectedHost[],
): Promise<readonly Finding[]> {
  const { inspect } = await import('@bord/adapter-pg');
  const { url } = database;
  const before = Date.now();
  const state = await inspect({ url });
  return [
    versionFinding(state, nameOf(url)),
    schemaFinding(state),
    state.btreeGist === 'missing'
      ? bad('btree_gist', state.btreeGist, 'install the contrib package of your PostgreSQL')
      : good('btree_gist', state.btreeGist),
    clockFinding(before, state.nowMs, Date.now()),
    ...(state.isInRecovery ? [] : [await notificationsFinding(database)]),
    ...replicationFindings(state, hosts),
    ...nightlyFindings(timeStatusOf(state.lastRunMs, state.nowMs)),
    ...state.settings.map((setting) =>
      settingFinding(setting, 'a crash or loss of power may take acknowledged bookings along'),
    ),
  ];
}

function versionFinding({ serverVersion, isInRecovery }: DatabaseState, name: string): Finding {
  const found = `PostgreSQL ${serverVersion}, ${name}${isInRecovery ? ', a standby' : ''}`;
  if (Number.parseInt(serverVersion, 10) < 15) return bad('database', found, 'use PostgreSQL 15 or newer');
  return isInRecovery
    ? bad('database', found, 'connect to the primary: this server is read-only')
    : good('database', found);
}

/** Checks that servers receive each other's changes: a pooler may not forward notifications. */
async function notificationsFinding(database: PostgresUrl): Promise<Finding> {
  const { notificationsArrive } = await import('@bord/adapter-pg');
  const what = 'notifications';
  const isDirect = database.directUrl !== undefined;
  const way = isDirect ? ' by BORD_DATABASE_DIRECT' : '';
  try {
    if (await notificationsArrive(optionsOf(database))) return good(what, `arrive${way}`);
  } catch (error) {
    const found = `cannot be received${way}: ${(error as Error).message}`;
    const advice = `check host, port, user and password in ${isDirect ? 'BORD_DATABASE_DIRECT' : 'BORD_DATABASE'}`;
    return bad(what, found, advice);
  }
  const found = `do not arrive${way}: a change on one server is seen by the others up to 8 s late`;
  return isDirect
    ? bad(
        what,
        found,
        'BORD_DATABASE_DIRECT must lead to the database of BORD_DATABASE, past every pooler in transaction mode',
      )
    : weak(
        what,
        found,
        'set BORD_DATABASE_DIRECT to a URL of the same database that leads past the pooler (PgBouncer in transaction mode)',
      );
}

async function copyTo(url: string, folder: string): Promise<CopiedStorage> {
  const { dumpDatabase } = await import('@bord/adapter-pg');
  mkdirSync(join(folder, 'tables'));
  const { version, tables } = await dumpDatabase({ url }, (name, rows) =>
    pipeline(rows, createWriteStream(join(folder, tableFile(name)), { mode: 0o600 })),
  );
  return {
    version,
    tables: tables.map(({ name, columns, rows }) => ({ name, columns: [...columns], rows })),
    names: tables.map(({ name }) => tableFile(name)),
  };
}

async function restore(url: string, { version, tables }: CopiedContent, read: ReadFiles): Promise<void> {
  const { loadDatabase } = await import('@bord/adapter-pg');
  const tableOf = new Map(tables.map(({ name }) => [tableFile(name), name]));
  await loadDatabase({ url }, { version, tables }, (load) =>
    read((name, content) => {
      const table = tableOf.get(name);
      return table === undefined ? null : load(table, content);
    }),
  );
}

function tableFile(table: string): string {
  return `tables/${table}.copy`;
}
