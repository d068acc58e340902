import { createEngine, type Storage } from '@bord/engine';
import type { SecretKeyFit } from '@bord/engine/adapters';
import { type DatabaseUrl, storageOf } from '../storages/storages.ts';

export async function secretKeyFit(
  database: DatabaseUrl,
  keys: readonly Uint8Array[],
): Promise<SecretKeyFit | null> {
  let storage: Storage | null = null;
  try {
    storage = await storageOf(database).openAsItIs();
    if (storage === null) return { fit: 'new', unreadableEndpoints: [] };
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
