/** A database with the schema, and a storage on it. */
import { pgStorage } from '@bord/adapter-pg';
import type { Storage } from '@bord/engine/storage';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { type FreshDatabase } from '../../../test/support/postgres.ts';

export interface OpenDatabase {
  readonly database: FreshDatabase;
  readonly storage: Storage;
  /** Closes the storage and drops the database. */
  end(): Promise<void>;
}

export async function openDatabase(): Promise<OpenDatabase> {
  const database = await migratedDatabase();
  const storage = pgStorage(database);
  return {
    database,
    storage,
    async end() {
      await storage.close();
      await database.drop();
    },
  };
}
