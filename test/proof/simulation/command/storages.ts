/** The storages of a history: each time an empty one. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { processRates } from '@bord/engine/storage';
import { memoryStorage } from '@bord/engine/testing';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Open, Upgrade } from '../simulate.ts';
import { nextMigration } from './next-migration.ts';

export const STORAGES = ['memory', 'sqlite', 'postgres'] as const;
export type StorageName = (typeof STORAGES)[number];

/** An empty storage to be opened. */
interface Empty {
  readonly open: Open;
  /** The next version's change of the schema while servers of this one run; omitted without a schema. */
  readonly upgrade?: Upgrade;
}

/** Where histories are lived, one after the other. */
export interface Ground {
  /** Lives one on an empty storage. */
  on<R>(live: (empty: Empty) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

export async function groundOf(name: StorageName): Promise<Ground> {
  if (name === 'sqlite') return sqliteGround();
  // Only who wants one needs its programs.
  if (name === 'postgres') return (await import('./postgres-ground.ts')).postgresGround();
  return { on: (live) => live({ open: memoryStorage }), close: async () => undefined };
}

export function sqliteGround(migration = nextMigration): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'bord-simulation-'));
  let opened = 0;
  return {
    async on(live) {
      const own = join(folder, `${++opened}`);
      const path = join(own, 'bord.db');
      const closing: (() => Promise<void>)[] = [];
      mkdirSync(own);
      const database = new Sqlite(path);
      const open: Open = (clock) => {
        const storage = sqliteStorage({ database, migrate: true, clock });
        closing.push(() => storage.close());
        // The counts in a file go by real timers, on which the order of answers would depend.
        return { ...storage, rates: processRates(clock) };
      };
      try {
        return await live({ open, upgrade: async () => upgradeTo(migration, database) });
      } finally {
        for (const close of closing) await close();
        database.close();
        rmSync(own, { recursive: true });
      }
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** On the connection of the servers: pauses for other connections are measured with a stopwatch, which stands still here. */
function upgradeTo(migration: typeof nextMigration, database: Database): void {
  const names = database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck();
  const tables = names.all().filter((name) => !name.startsWith('sqlite_'));
  database.transaction(() => database.exec(migration(tables))).immediate();
}
