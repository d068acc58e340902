import { createEngine, type Cache, type Engine, type Storage } from '@bord/engine';
import type { Config, DatabaseUrl } from './config.ts';
import { seedDemo } from './demo.ts';
import { Failure } from './failure.ts';

/** A running Bord: the engine on the configured database. */
export interface House {
  readonly config: Config;
  readonly engine: Engine;
  /** Lets go of the database; what is under way is finished first. */
  close(): Promise<void>;
}

/**
 * The composition root of every command. A SQLite file is created and migrated when it is opened, and the demo location is put in
 * unless it is there or switched off, so that any command may be the first.
 *
 * @param cache keeps answers between requests; a command that ends at once needs none
 */
export async function openHouse(config: Config, cache?: Cache): Promise<House> {
  const storage = await openStorage(config.database);
  const engine = createEngine({ storage, ...(cache && { cache }) });
  try {
    if (config.demo) await seedDemo(engine);
  } catch (error) {
    await storage.close();
    throw error;
  }
  return {
    config,
    engine,
    async close() {
      engine.detach();
      await storage.close();
    },
  };
}

async function openStorage(database: DatabaseUrl): Promise<Storage> {
  if (database.kind === 'postgres') throw postgresIsMissing();
  const { sqliteStorage } = await import('@bord/adapter-sqlite');
  try {
    return sqliteStorage({ path: database.path, migrate: true });
  } catch (error) {
    throw cannotOpen(database.path, error);
  }
}

/** Brings the schema up to date; the names of the migrations that were applied. */
export async function migrateDatabase(database: DatabaseUrl): Promise<readonly string[]> {
  if (database.kind === 'postgres') throw postgresIsMissing();
  const { migrate } = await import('@bord/adapter-sqlite');
  try {
    return migrate({ path: database.path });
  } catch (error) {
    throw cannotOpen(database.path, error);
  }
}

function postgresIsMissing(): Failure {
  return new Failure('BORD_DATABASE: this version of Bord has no PostgreSQL yet; use sqlite:./data/bord.db');
}

function cannotOpen(path: string, error: unknown): Failure {
  return new Failure(
    `the database ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  );
}
