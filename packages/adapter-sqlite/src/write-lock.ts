import type { Database } from 'better-sqlite3';
import { BUSY_MS } from './open.ts';
import { isSqliteError } from './errors.ts';

export interface WriteLock {
  /** Null: the lock is taken; otherwise milliseconds until the next attempt. Throws SQLITE_BUSY after {@link BUSY_MS}. */
  take(): number | null;
  /** After a transaction: leaves the lock to other processes for a moment, if they have written since the last one. */
  rest(): void;
}

/** The host program has an open transaction; statements of the storage would become part of it. */
class HostIsWriting extends Error {
  override readonly message = 'the program around Bord is in a transaction of its own';
}

/** The time for which a process blocks its event loop and waits: most transactions of others end within it. */
const ASLEEP_MS = 8;

/** The longest pause before it asks again. */
const PAUSE_MS = 2;

/** SQLite's lock has no queue, so a process that held it lets others try first, for as long as it held it. */
const REST_MS = { least: 4, most: 100 };

/** SQLite would sleep up to 100 ms between attempts and lose the race for seconds: so it is tried again soon, at random times. */
export function writeLock(
  database: Database,
  random: () => number = Math.random,
  nowMs: () => number = () => performance.now(),
): WriteLock {
  let takenMs: number;
  let vainSinceMs: number | null = null;
  /** Changes with commits of other connections. */
  const othersWrites = database.prepare<[], number>('PRAGMA data_version').pluck();
  let seenWrites = othersWrites.get()!;
  let restsUntilMs = 0;

  return {
    rest() {
      const writes = othersWrites.get()!;
      if (writes === seenWrites) return;
      seenWrites = writes;
      const heldMs = nowMs() - takenMs;
      restsUntilMs = nowMs() + random() * Math.min(Math.max(heldMs, REST_MS.least), REST_MS.most);
    },
    take() {
      const restMs = restsUntilMs - nowMs();
      if (restMs > 0) return restMs;
      try {
        if (database.inTransaction) throw new HostIsWriting();
        database.exec(`PRAGMA busy_timeout = ${ASLEEP_MS}; BEGIN IMMEDIATE`);
        vainSinceMs = null;
        takenMs = nowMs();
        return null;
      } catch (error) {
        vainSinceMs ??= nowMs();
        const isPatient = nowMs() - vainSinceMs < BUSY_MS;
        const isHeld = error instanceof HostIsWriting || isSqliteError(error, 'SQLITE_BUSY');
        if (isPatient && isHeld) return random() * PAUSE_MS;
        vainSinceMs = null;
        throw error;
      } finally {
        database.pragma(`busy_timeout = ${BUSY_MS}`);
      }
    },
  };
}
