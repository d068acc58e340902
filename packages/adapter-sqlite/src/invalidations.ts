import type { Invalidation, Invalidations } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';

/** The longest delay until a change of another process is noticed. */
const POLL_MS = 100;

const ANYTHING: Invalidation = { kind: 'anything' };

/** An invalidation without dates: caches stay, and workers check for deliveries. */
const NOTHING_CACHED: Invalidation = { kind: 'diary', locationId: '', dates: [] };

export interface SqliteInvalidations extends Invalidations {
  /** Data that this process caches might have changed. */
  tell(): void;
  close(): void;
}

/** Notices commits of others by `data_version`, which reads shared memory; then checks whether they changed cached data. */
export function sqliteInvalidations(
  database: Database,
  changes: Pick<Changes, 'haveOthersCounted'>,
): SqliteInvalidations {
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  const listeners = new Set<(invalidation: Invalidation) => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: number | undefined;

  function poll(): void {
    const version = read();
    if (version !== undefined && version === seen) return;
    seen = version;
    const invalidation = version === undefined || isCachedDataChanged() ? ANYTHING : NOTHING_CACHED;
    for (const listener of listeners) listener(invalidation);
  }

  function isCachedDataChanged(): boolean {
    try {
      return changes.haveOthersCounted();
    } catch {
      return true;
    }
  }

  /** Undefined if the database cannot answer: then anything might have changed, too. */
  function read(): number | undefined {
    try {
      return dataVersion.get();
    } catch {
      return undefined;
    }
  }

  function close(): void {
    listeners.clear();
    clearInterval(timer);
    timer = undefined;
  }

  return {
    subscribe(listener) {
      if (timer === undefined) {
        seen = read();
        isCachedDataChanged(); // skips earlier counts
        timer = setInterval(poll, POLL_MS).unref();
      }
      const own = (invalidation: Invalidation): void => listener(invalidation); // one function can be subscribed twice
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) close();
      };
    },
    tell() {
      for (const listener of listeners) listener(ANYTHING);
    },
    close,
  };
}
