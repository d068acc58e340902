/** On what a history can be lived: each time on a storage that is empty. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import { memoryStorage } from '@bord/engine/testing';
import type { Open } from '../simulate.ts';

export const STORAGES = ['memory', 'sqlite'] as const;
export type StorageName = (typeof STORAGES)[number];

/** Where histories are lived, one after the other. */
export interface Ground {
  /** Lives one on an empty storage. */
  on<R>(live: (open: Open) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

export async function groundOf(name: StorageName): Promise<Ground> {
  if (name === 'sqlite') return sqliteGround();
  return { on: (live) => live(memoryStorage), close: async () => undefined };
}

function sqliteGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'bord-simulation-'));
  let opened = 0;
  return {
    async on(live) {
      const path = join(folder, `${++opened}`);
      const closing: (() => Promise<void>)[] = [];
      try {
        return await live((clock) => {
          const storage = sqliteStorage({ path, migrate: true, clock });
          closing.push(() => storage.close());
          return storage;
        });
      } finally {
        for (const close of closing) await close();
        for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      }
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}
