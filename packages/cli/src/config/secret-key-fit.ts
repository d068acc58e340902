import { existsSync } from 'node:fs';
import { createEngine, type SecretKeyFit, type Storage } from '@bord/engine';
import type { DatabaseUrl } from './config.ts';

/** How keys fit a database, which is not changed; null where it cannot be asked, since it is away or its schema is old. */
export async function secretKeyFit(
  database: DatabaseUrl,
  keys: readonly Uint8Array[],
): Promise<SecretKeyFit | null> {
  if (database.kind === 'sqlite' && !existsSync(database.path))
    return { fit: 'new', unreadableEndpoints: [] };
  let storage: Storage | undefined;
  try {
    storage = await opened(database);
    await storage.check();
    const engine = createEngine({ storage, secretKeys: keys });
    engine.detach();
    return await engine.operator.secretKeys.readFit();
  } catch {
    return null;
  } finally {
    await storage?.close();
  }
}

async function opened(database: DatabaseUrl): Promise<Storage> {
  if (database.kind === 'postgres')
    return (await import('@bord/adapter-pg')).pgStorage({ url: database.url });
  return (await import('@bord/adapter-sqlite')).sqliteStorage({ path: database.path });
}
