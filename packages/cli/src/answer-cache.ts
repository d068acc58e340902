import { type Cache, limits } from '@bord/engine';
import { createStorage } from 'unstorage';
import lruCacheDriver from 'unstorage/drivers/lru-cache';

/** So much memory the answers take at most; the least recently used one makes room for the next. */
const BYTES_MAX = 32 * 1024 * 1024;

/** About what a slot takes. */
const SLOT_BYTES = 200;

const LONGEST_MS = limits.AVAILABILITY_CACHE_SECONDS * 1000;

/**
 * Ready answers in the memory of this process. They are handed out as they were put in, not as copies, and let go when their time is up,
 * at the latest after the 8 seconds that an answer may be old. An empty list is not kept: it is made as quickly as it is found.
 *
 * @param onLookup is told of each question whether its answer was there
 */
export function answerCache(onLookup: (isHit: boolean) => void = () => undefined): Cache {
  const driver = lruCacheDriver({
    max: 0, // as many as there is room for
    maxSize: BYTES_MAX,
    sizeCalculation: ({ value }: Entry) => (Array.isArray(value) ? value.length + 1 : 1) * SLOT_BYTES,
    ttl: LONGEST_MS,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
  });
  const storage = createStorage<Entry>({ driver });
  let isSweeping = false;

  /** One timer for all answers: an entry with nobody to ask for it would otherwise stay. */
  function sweepLater(): void {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      const answers = driver.getInstance!();
      answers.purgeStale();
      if (answers.size > 0) sweepLater();
    }, LONGEST_MS).unref();
  }

  return {
    async get<T>(key: string): Promise<T | null> {
      const entry = await storage.getItemRaw<Entry>(key);
      const isHit = entry !== null && performance.now() < entry.untilMs;
      onLookup(isHit);
      return isHit ? (entry.value as T) : null;
    },
    async set(key, value, seconds) {
      if (Array.isArray(value) && value.length === 0) return;
      await storage.setItemRaw(key, { value, untilMs: performance.now() + seconds * 1000 });
      sweepLater();
    },
  };
}

interface Entry {
  readonly value: unknown;
  readonly untilMs: number;
}
