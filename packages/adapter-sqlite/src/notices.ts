import type { Notice, Notices } from '@bord/engine';
import type { Database } from 'better-sqlite3';

/** How late another process's change may be noticed. */
const POLL_MS = 100;

/** Notices that run as long as somebody listens. */
export interface SqliteNotices extends Notices {
  close(): void;
}

/**
 * Tells of other processes' commits. SQLite calls nobody, but counts: `data_version` changes when another connection
 * has committed, and stays on one's own commits. To ask reads a word of memory that the processes share and no file: a
 * few millionths of a second, ten times a second. It says nothing of what was changed, so the notice is that anything
 * may be.
 */
export function sqliteNotices(database: Database): SqliteNotices {
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  const listeners = new Set<(notice: Notice) => void>();
  let timer: NodeJS.Timeout | undefined;
  let seen: number | undefined;

  function poll(): void {
    const version = read();
    if (version !== undefined && version === seen) return;
    seen = version;
    for (const listener of listeners) listener({ kind: 'anything' });
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
        timer = setInterval(poll, POLL_MS).unref();
      }
      const own = (notice: Notice): void => listener(notice); // one function may be subscribed twice
      listeners.add(own);
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) close();
      };
    },
    close,
  };
}
