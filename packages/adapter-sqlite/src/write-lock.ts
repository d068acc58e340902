import type { Database } from 'better-sqlite3';
import { BUSY_MS } from './open.ts';
import { isSqliteError } from './errors.ts';

export interface WriteLock {
  /** Null: the lock is taken; else milliseconds until the next attempt. Throws SQLITE_BUSY after {@link BUSY_MS}. */
  take(): number | null;
  /** After a transaction: leaves the lock to other processes for a moment, if they have written since the last one. */
  rest(): void;
}

/** The program that has opened the database holds a transaction on it; statements of ours would be part of it. */
class HostIsWriting extends Error {
  override readonly message = 'the program around Bord is in a transaction of its own';
}

/** For so long a process waits asleep, event loop and all: most transactions of others are over by then. */
const ASLEEP_MS = 8;

/** The longest pause before it asks again. */
const PAUSE_MS = 2;

/** SQLite's lock has no queue, so a process that had it lets others ask first, for as long as it had it. */
const REST_MS = { least: 4, most: 100 };

/** SQLite would sleep up to 100 ms between looks and lose the race for seconds: so it is asked again soon, at odd times. */
export function writeLock(
  database: Database,
  random: () => number = Math.random,
  nowMs: () => number = () => performance.now(),
): WriteLock {
  let takenMs = 0;
  let vainSinceMs: number | null = null;
  /** Counts what other connections have committed. */
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
