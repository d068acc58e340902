import type { Cache } from '@bord/engine';
import { createStorage } from 'unstorage';
import lruCacheDriver from 'unstorage/drivers/lru-cache';

/** So many answers are kept at most; the least recently used one makes room for the next. */
const ENTRIES_MAX = 10_000;

/** Ready answers in the memory of this process. They are handed out as they were put in, not as copies. */
export function answerCache(): Cache {
  const storage = createStorage<Entry>({ driver: lruCacheDriver({ max: ENTRIES_MAX }) });
  return {
    async get<T>(key: string): Promise<T | null> {
      const entry = await storage.getItemRaw<Entry>(key);
      return entry && performance.now() < entry.untilMs ? (entry.value as T) : null;
    },
    async set(key, value, seconds) {
      await storage.setItemRaw(key, { value, untilMs: performance.now() + seconds * 1000 });
    },
  };
}

interface Entry {
  readonly value: unknown;
  readonly untilMs: number;
}
