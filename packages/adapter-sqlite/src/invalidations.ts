import type { Invalidation, Invalidations } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { Changes } from './changes.ts';

/** How late another process's change may be noticed. */
const POLL_MS = 100;

const ANYTHING: Invalidation = { kind: 'anything' };

/** An invalidation of no dates: there is nothing to forget, and whoever delivers looks what there is. */
const NOTHING_CACHED: Invalidation = { kind: 'diary', locationId: '', dates: [] };

export interface SqliteInvalidations extends Invalidations {
  /** Anything may have changed that this process keeps in memory. */
  tell(): void;
  close(): void;
}

/** Notices others' commits by `data_version`, which costs a read of shared memory; then asks whether others changed what processes keep. */
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

  /** Undefined when the database cannot say: then, too, anything may have changed. */
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
        isCachedDataChanged(); // what was counted until now is nobody's news
        timer = setInterval(poll, POLL_MS).unref();
      }
      const own = (invalidation: Invalidation): void => listener(invalidation); // one function may be subscribed twice
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
