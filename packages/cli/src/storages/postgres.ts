import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { InspectedHost } from '@bord/adapter-pg';
import { readHosts } from '@bord/adapter-pg/hosts';
import { type Storage, timeStatusOf } from '@bord/engine';
import { creationOf } from '../doctor/create-database.ts';
import type { Finding } from '../doctor/finding.ts';
import { clockFinding, nightlyFindings, schemaFinding, settingFinding } from '../doctor/schema-findings.ts';
import { hostFindings, replicationFindings } from '../doctor/replication-findings.ts';
import type {
  ConfiguredStorage,
  CopiedContent,
  CopiedStorage,
  Migrates,
  ReadFiles,
  StorageKind,
} from './storage-kind.ts';

/** A server, which any number of machines share. */
export interface PostgresUrl {
  /** A server. */
  readonly kind: 'postgres';
  readonly url: string;
}

/** So long: after a loss of power a large database recovers for some tens of seconds, and a server that starts beside it should be there then. */
const WAIT_MS = 60_000;

/** One database that many servers share: one that starts brings its schema up to date, another command only says that it is old. */
export const postgres: StorageKind<PostgresUrl> = {
  title: 'PostgreSQL',
  form: 'postgres://user@host:port/db',
  read: (text) =>
    /^postgres(?:ql)?:\/\//.test(text) && isAddress(text) ? { kind: 'postgres', url: text } : undefined,
  at: ({ url }) => postgresAt(url),
};

function postgresAt(url: string): ConfiguredStorage {
  const adapter = async () => import('@bord/adapter-pg');
  return {
    name: nameOf(url),
    secretKeyPath: null,
    secretKeyAdvice: 'set BORD_SECRET_KEY, the same on every server: openssl rand -base64 32 makes one',
    scrubRefusal: 'PostgreSQL does so by VACUUM FULL, as its owner: see docs/data.md',
    async open(migrates, onAway) {
      const run = (): Promise<Storage> => open(url, migrates);
      return onAway ? (await adapter()).whenThere(run, WAIT_MS, onAway) : run();
    },
    openAsItIs: async () => (await adapter()).pgStorage({ url }),
    migrate: async () => (await adapter()).migrate({ url }),
    creationOf: (error) => creationOf(url, error),
    findings: () => findingsOn(url),
    adviceOn: (error) =>
      creationOf(url, error) ??
      'check that the server runs, and host, port, user and password in BORD_DATABASE',
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

/** Without the password. */
function nameOf(url: string): string {
  const hosts = readHosts(url);
  const { username, host, pathname } = new URL(hosts[0]!.url);
  const where = hosts.length > 1 ? hosts.map(({ name }) => name).join(',') : host;
  return `postgres://${username === '' ? '' : `${username}@`}${where}${pathname}`;
}

async function open(url: string, migrates: Migrates): Promise<Storage> {
  const { inspect, migrate, pgStorage } = await import('@bord/adapter-pg');
  const { version, wanted, pending } = await inspect({ url });
  if (version > wanted) throw new Error('its schema is newer than this version of Bord: run the newer one');
  if (version < wanted) {
    if (version > 0 && migrates === 'if empty') {
      throw new Error(
        `its schema is old (${pending.length} migrations wait): run bord migrate, or restart a server`,
      );
    }
    await migrate({ url });
  }
  const storage = pgStorage({ url });
  try {
    await storage.check();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function findingsOn(url: string): Promise<readonly Finding[]> {
  const { inspectHosts } = await import('@bord/adapter-pg');
  const hosts = await inspectHosts({ url });
  try {
    return await findingsAtPrimary(url, hosts);
  } catch (error) {
    if (hosts.length === 0) throw error;
    const found = `${nameOf(url)}: ${(error as Error).message}`;
    const advice =
      creationOf(url, error) ?? 'see what is said of each host, and which of them should be the primary';
    return [{ what: 'database', status: 'bad', found, advice }, ...hostFindings(hosts)];
  }
}

async function findingsAtPrimary(url: string, hosts: readonly InspectedHost[]): Promise<readonly Finding[]> {
  const { inspect } = await import('@bord/adapter-pg');
  const before = Date.now();
  const state = await inspect({ url });
  const major = Number.parseInt(state.serverVersion, 10);
  return [
    {
      what: 'database',
      status: major < 15 || state.isInRecovery ? 'bad' : 'good',
      found: `PostgreSQL ${state.serverVersion}, ${nameOf(url)}${state.isInRecovery ? ', a standby' : ''}`,
      advice:
        major < 15
          ? 'use PostgreSQL 15 or newer'
          : state.isInRecovery
            ? 'connect to the primary: nothing can be written here'
            : null,
    },
    schemaFinding(state),
    {
      what: 'btree_gist',
      status: state.btreeGist === 'missing' ? 'bad' : 'good',
      found: state.btreeGist,
      advice: state.btreeGist === 'missing' ? 'install the contrib package of your PostgreSQL' : null,
    },
    clockFinding(before, state.nowMs, Date.now()),
    ...replicationFindings(state, hosts),
    ...nightlyFindings(timeStatusOf(state.lastRunMs, state.nowMs)),
    ...state.settings.map((setting) =>
      settingFinding(setting, 'a crash or loss of power may take acknowledged bookings along'),
    ),
  ];
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

/** The file of a backup in which a table stands, as COPY writes it. */
function tableFile(table: string): string {
  return `tables/${table}.copy`;
}
