import type { Database } from 'better-sqlite3';
import { BUSY_MS } from './open.ts';
import { isSqliteError } from './errors.ts';

/** The lock that one transaction of all processes can have. */
export interface WriteLock {
  /**
   * Begins a transaction with the lock and answers null; or answers, when another process has it or shall have it, in how many
   * milliseconds to ask again. Throws SQLITE_BUSY when it has been asked in vain for {@link BUSY_MS}.
   */
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

/**
 * Where others write too, a process that has had the lock lets them ask for it first, for up to as long as it had it, and at least up to
 * `least`. SQLite's lock has no queue: one that takes it again at once can keep the others out for seconds. On a busy machine, where
 * transactions take long, it takes the others as much longer to ask.
 */
const REST_MS = { least: 4, most: 100 };

/**
 * SQLite would wait for the lock asleep throughout, and look for it every 100 ms in the end: under load that lost the
 * race for seconds, in which the process did nothing else. So it waits for a moment only, and is asked again, at odd
 * times.
 */
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
