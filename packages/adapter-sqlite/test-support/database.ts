import { sqliteStorage } from '@bord/adapter-sqlite';
import type { Storage } from '@bord/engine/storage';
import Sqlite, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { aPath } from './processes.ts';

/** An empty database for the duration of a test: opened as a storage, and by a raw connection. */
export function aDatabase(): { readonly storage: Storage; readonly rawDatabase: Database } {
  const path = aPath();
  const storage = sqliteStorage({ path, migrate: true });
  const rawDatabase = new Sqlite(path);
  onTestFinished(async () => {
    rawDatabase.close();
    await storage.close();
  });
  return { storage, rawDatabase };
}
