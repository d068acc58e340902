/** Databases, processes and chance of the instruments that kill processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgStorage } from '@bord/adapter-pg';
import { migrate, sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine';
import { migratedDatabase } from './migrated-database.ts';

export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** Runs `work` with a new database: a URL of PostgreSQL, or the path of a file of SQLite. */
export async function withDatabase<T>(kind: DatabaseKind, work: (url: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bord-killed-'));
  const postgres = kind === 'postgres' ? await migratedDatabase() : null;
  const url = postgres?.url ?? join(folder, 'bord.db');
  try {
    if (!postgres) migrate({ path: url });
    return await work(url);
  } finally {
    await postgres?.drop();
    rmSync(folder, { recursive: true });
  }
}

export function opened(database: string): Storage {
  return database.startsWith('postgres') ? pgStorage({ url: database }) : sqliteStorage({ path: database });
}

/** @param options of Node */
export function start(
  script: string,
  args: readonly string[],
  options: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, ['--conditions=@bord/source', ...options, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Resolves when all that the process has printed was read. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
}

/** Numbers of 0 or more and less than 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
