import { createEngine, type Cache, type Engine } from '@bord/engine';
import type { Config } from './config.ts';
import { seedDemo } from './demo.ts';
import { type Migrates, openStorage } from './open-storage.ts';

/** A running Bord: the engine on the configured database. */
export interface House {
  readonly config: Config;
  readonly engine: Engine;
  /** Lets go of the database; what is under way is finished first. */
  close(): Promise<void>;
}

/**
 * The composition root of every command. The demo location is put in unless it is there or switched off, so that any command may be
 * the first.
 *
 * @param cache keeps answers between requests; a command that ends at once needs none
 */
export async function openHouse(
  config: Config,
  migrates: Migrates = 'if empty',
  cache?: Cache,
): Promise<House> {
  const storage = await openStorage(config.database, migrates);
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
