import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { timeStatusOf } from '@bord/engine/adapters';
import { inScratchFolder } from '../files/scratch-folder.ts';
import { nightlyFindings, schemaFinding, settingFinding } from './schema-findings.ts';
import { type Finding, good } from './finding.ts';
import {
  type ConfiguredStorage,
  type CopiedContent,
  type CopiedStorage,
  NO_SCHEMA,
  type ReadFiles,
  type StorageKind,
} from './storage-kind.ts';

export interface SqliteUrl {
  readonly kind: 'sqlite';
  readonly path: string;
}

/** The database file in a backup. */
const COPY = 'bord.db';

/** One file on this machine: the first process creates and migrates it. */
export const sqlite: StorageKind<SqliteUrl> = {
  title: 'SQLite',
  form: 'sqlite:PATH',
  read(text) {
    const path = /^sqlite:(?!\/\/)(.+)$/.exec(text)?.[1];
    return path === undefined ? undefined : { kind: 'sqlite', path };
  },
  parameters: (text) => ({
    unknown: [...new URLSearchParams(/\?(.*)/s.exec(text)?.[1]).keys()],
    ignored: [],
    known: [],
  }),
  at: ({ path }) => sqliteAt(path),
};

function sqliteAt(path: string): ConfiguredStorage {
  const adapter = async () => import('@bord/adapter-sqlite');
  return {
    name: path,
    secretKeyPath: join(dirname(path), 'secret.key'),
    secretKeyAdvice: 'put the right one back from a backup',
    scrubRefusal: null,
    async open(migrates) {
      if (migrates === 'if empty') assertFolder(path);
      if (migrates === 'never' && !(await hasSchema(path))) throw new Error(NO_SCHEMA);
      return (await adapter()).sqliteStorage({ path, migrate: true });
    },
    openAsItIs: async () => (existsSync(path) ? (await adapter()).sqliteStorage({ path }) : null),
    migrate: async () => (await adapter()).migrate({ path }),
    creationOf: () => null,
    findings: () => findingsOn(path),
    adviceOn: (error) => adviceOn(path, error),
    writeAdvice: 'let this user write the file and its folder, and make room on the disk',
    copyTo: (folder) => copyTo(path, folder),
    assertVacant: async () => (await adapter()).assertVacant({ path }),
    restore: (copied, read) => restore(path, copied, read),
  };
}

async function hasSchema(path: string): Promise<boolean> {
  return existsSync(path) && (await import('@bord/adapter-sqlite')).inspect({ path }).version > 0;
}

/** A folder is made by a server only, so that a mistyped path is noticed. */
function assertFolder(path: string): void {
  const folder = dirname(resolve(path));
  if (path !== ':memory:' && !existsSync(folder))
    throw new Error(
      `there is no folder ${folder}. If BORD_DATABASE names the right place, bord serve and bord migrate make it`,
    );
}

function adviceOn(path: string, error: unknown): string {
  if (!existsSync(path)) return 'start bord serve once, or run bord migrate: either creates it';
  return (error as { readonly code?: unknown }).code === 'SQLITE_NOTADB'
    ? 'name another file in BORD_DATABASE: Bord does not overwrite one that is not a SQLite database'
    : 'let this user read and write the file and its folder, and make room on the disk';
}

async function findingsOn(path: string): Promise<Finding[]> {
  const { inspect } = await import('@bord/adapter-sqlite');
  const state = inspect({ path });
  return [
    good('database', `SQLite, ${path}`),
    schemaFinding(state),
    ...nightlyFindings(timeStatusOf(state.lastRunMs, Date.now())),
    ...state.settings.map((setting) =>
      settingFinding(setting, 'another program has changed how the file is kept'),
    ),
  ];
}

async function copyTo(path: string, folder: string): Promise<CopiedStorage> {
  const { copyDatabase } = await import('@bord/adapter-sqlite');
  const { version, rows } = copyDatabase({ path }, join(folder, COPY));
  const tables = Object.entries(rows).map(([name, count]) => ({ name, columns: [], rows: count }));
  return { version, tables, names: [COPY] };
}

async function restore(path: string, { version, tables }: CopiedContent, read: ReadFiles): Promise<void> {
  const { installDatabase } = await import('@bord/adapter-sqlite');
  const beside = dirname(resolve(path));
  mkdirSync(beside, { recursive: true, mode: 0o700 });
  await inScratchFolder(beside, async (folder) => {
    const copy = join(folder, COPY);
    await read((name, content) =>
      name === COPY ? pipeline(content, createWriteStream(copy, { mode: 0o600 })) : null,
    );
    const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    installDatabase({ path }, copy, { version, rows });
  });
}
