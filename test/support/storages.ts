/** Every storage of the project, each opened empty. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Clock, Storage } from '@bord/engine';
import { memoryStorage } from '@bord/engine/testing';

interface OpenStorage {
  readonly storage: Storage;
  /** Another way into the same database, as a second process would have it. */
  reopen(): Promise<Storage>;
  /** Closes every opening and removes the database. */
  close(): Promise<void>;
}

export interface StorageKind {
  readonly name: 'memory' | 'sqlite' | 'postgres';
  open(clock: Clock): Promise<OpenStorage>;
}

export const storages: readonly StorageKind[] = [
  {
    name: 'memory',
    async open(clock) {
      const storage = memoryStorage(clock);
      return { storage, reopen: async () => storage, close: async () => undefined };
    },
  },
  {
    name: 'sqlite',
    async open(clock) {
      const folder = await mkdtemp(join(tmpdir(), 'bord-test-'));
      const opened: Storage[] = [];
      const open = async (): Promise<Storage> => {
        const storage = sqliteStorage({ path: join(folder, 'bord.db'), migrate: true, clock });
        opened.push(storage);
        return storage;
      };
      return {
        storage: await open(),
        reopen: open,
        close: async () => {
          for (const storage of opened) await storage.close();
          await rm(folder, { recursive: true });
        },
      };
    },
  },
];
