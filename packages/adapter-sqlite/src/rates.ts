import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, processRates, type RateLimiter, type RateStats } from '@bord/engine/storage';
import Sqlite, { type Database } from 'better-sqlite3';
import { BUSY_MS, writeAhead } from './open.ts';
import { asUnavailable, isSqliteError } from './errors.ts';

export interface SqliteRates extends RateLimiter {
  close(): void;
}

interface Group {
  readonly keyId: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly resolves: ((stats: RateStats) => void)[];
}

/** The result of a group: the first `granted` are allowed. */
interface Count {
  readonly ends_ms: number;
  readonly taken: number;
  readonly granted: number;
}

/** The longest wait for other processes, and the pause after it was exceeded. */
const PATIENCE_MS = 1000;

/** The longest pause before a retry; requests during it share the count. */
const PAUSE_MS = 3;

/** A count costs as much as a short answer. Requests within this time of the last count share the next one. */
const PACE_MS = 1;

/**
 * Counts requests in a file next to the database (`…-rates`), exactly for all processes that share it. It is never flushed, because losing the
 * counts of a minute is harmless. Requests of one turn of the event loop are counted together, and under load those of a millisecond.
 *
 * If that file cannot be used, and for a database in memory, this process counts separately.
 */
export function sqliteRates(path: string, clock: Clock): SqliteRates {
  const local = processRates(clock);
  const database = path === ':memory:' ? null : openCounts(`${path}-rates`, clock.nowMs());
  if (!database) return { ...local, close: () => undefined };
  const countAll = counter(database, clock);
  let groups = new Map<string, Group>();
  let vainSinceMs: number | null = null;
  let awayUntilMs = -Infinity;
  let countedMs = -Infinity;

  function count(): void {
    let settled: (() => void)[];
    try {
      settled = countAll(groups);
    } catch (error) {
      vainSinceMs ??= performance.now();
      const isPatient = performance.now() - vainSinceMs < PATIENCE_MS;
      if (isPatient && isSqliteError(error, 'SQLITE_BUSY'))
        return void setTimeout(count, Math.random() * PAUSE_MS);
      awayUntilMs = performance.now() + PATIENCE_MS;
      settled = [...groups.values()].flatMap(({ keyId, limit, windowMs, resolves }) =>
        resolves.map((resolve) => () => void local.take(keyId, limit, windowMs).then(resolve)),
      );
    }
    vainSinceMs = null;
    countedMs = performance.now();
    groups = new Map();
    for (const settle of settled) settle();
  }

  return {
    take(keyId, limit, windowMs) {
      const now = performance.now();
      if (now < awayUntilMs) return local.take(keyId, limit, windowMs);
      const name = `${keyId} ${limit} ${windowMs}`;
      let group = groups.get(name);
      if (!group) {
        if (groups.size === 0)
          void (now - countedMs < PACE_MS ? setTimeout(count, PACE_MS) : setImmediate(count));
        groups.set(name, (group = { keyId, limit, windowMs, resolves: [] }));
      }
      const { resolves } = group;
      return new Promise((resolve) => void resolves.push(resolve));
    },
    async purge(limit) {
      const over = database.prepare(PURGE);
      for (let tries = 0; tries < PURGE_TRIES; tries++) {
        try {
          return over.run(clock.nowMs(), limit).changes;
        } catch (error) {
          if (!isSqliteError(error, 'SQLITE_BUSY')) throw asUnavailable(error);
          await sleep(Math.random() * PAUSE_MS);
        }
      }
      return 0; // a busy file is purged another night
    },
    close: () => void database.close(),
  };
}

/** A window that ends later than possible was started by another clock, and counts as over. Here `w` is the previous row. */
const RUNS = 'w.ends_ms > @nowMs AND w.ends_ms <= @nowMs + 2 * @windowMs';
const GRANTED = `iif(${RUNS}, min(@requests, max(0, @limit - w.taken)), excluded.granted)`;
const COUNT = `
  INSERT INTO windows AS w (key_id, ends_ms, taken, granted)
  VALUES (@keyId, @nowMs + @windowMs, min(@requests, @limit), min(@requests, @limit))
  ON CONFLICT (key_id) DO UPDATE SET
    ends_ms = iif(${RUNS}, w.ends_ms, excluded.ends_ms),
    taken = iif(${RUNS}, w.taken, 0) + ${GRANTED},
    granted = ${GRANTED}
  RETURNING ends_ms, taken, granted`;

/** Counts groups in one transaction; the result resolves their requests. Throws SQLITE_BUSY immediately while another process counts. */
function counter(database: Database, clock: Clock): (groups: ReadonlyMap<string, Group>) => (() => void)[] {
  const count = database.prepare<Omit<Group, 'resolves'> & { nowMs: number; requests: number }, Count>(COUNT);
  const each = (groups: Iterable<Group>): (() => void)[] => {
    const nowMs = clock.nowMs();
    const settled: (() => void)[] = [];
    for (const { keyId, limit, windowMs, resolves } of groups) {
      // Reads to the end, so that it is committed and errors are thrown.
      const [counted] = count.all({ keyId, limit, windowMs, nowMs, requests: resolves.length });
      const { ends_ms, taken, granted } = counted!;
      const before = taken - granted;
      for (const [i, resolve] of resolves.entries()) {
        const allowed = i < granted;
        const remaining = Math.max(0, limit - (allowed ? before + i + 1 : taken));
        // A process that read the clock slightly later might have started the window: the rest is limited to the whole window.
        const resetMs = Math.min(ends_ms - nowMs, windowMs);
        settled.push(() => resolve({ allowed, remaining, resetMs }));
      }
    }
    return settled;
  };
  const { immediate: together } = database.transaction(each);
  // A single statement is a transaction.
  return (groups) => (groups.size === 1 ? each : together)(groups.values());
}

const PURGE = 'DELETE FROM windows WHERE key_id IN (SELECT key_id FROM windows WHERE ends_ms <= ? LIMIT ?)';
const PURGE_TRIES = 100;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS windows (
    key_id TEXT NOT NULL PRIMARY KEY,
    ends_ms INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    -- How many of those that asked last were allowed.
    granted INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`;

/** Null if the file cannot exist. One that a power loss has damaged is created again. */
function openCounts(path: string, nowMs: number): Database | null {
  for (const files of [[path, `${path}-wal`, `${path}-shm`], []]) {
    let database: Database | undefined;
    try {
      database = new Sqlite(path, { timeout: BUSY_MS });
      writeAhead(database);
      database.pragma('synchronous = OFF');
      database.exec(SCHEMA);
      database.prepare('DELETE FROM windows WHERE ends_ms <= ?').run(nowMs);
      database.pragma('busy_timeout = 0');
      return database;
    } catch (error) {
      database?.close();
      if (!isSqliteError(error, 'SQLITE_CORRUPT') && !isSqliteError(error, 'SQLITE_NOTADB')) return null;
      for (const file of files) rmSync(file, { force: true });
    }
  }
  return null;
}
