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

/** How a group fared: the first `granted` of it are allowed. */
interface Count {
  readonly ends_ms: number;
  readonly taken: number;
  readonly granted: number;
}

/** A count that other processes hold up for longer is not worth the wait; and for so long nobody asks again. */
const PATIENCE_MS = 1000;

/** The longest pause before it asks again: what comes meanwhile is counted along. */
const PAUSE_MS = 3;

/** To count costs as much as a short answer. So what comes within so much of the last count is counted together, when it is over. */
const PACE_MS = 1;

/**
 * Counts requests in a file beside the database (`…-rates`), exact for all processes that share it. Nothing of it is ever flushed: to lose
 * the counts of a minute harms nobody. What comes while the event loop reads its sockets is counted together, and under load what comes in a millisecond.
 *
 * Where that file cannot be used, and for a database in memory, this process counts for itself.
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
      return 0; // so busy a file is purged another night
    },
    close: () => void database.close(),
  };
}

/** A window that ends later than any could was begun under another clock, and is over. Here `w` is the row as it was before. */
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

/** Counts groups in one transaction; what it returns tells them. Throws SQLITE_BUSY at once while another process counts. */
function counter(database: Database, clock: Clock): (groups: ReadonlyMap<string, Group>) => (() => void)[] {
  const count = database.prepare<Omit<Group, 'resolves'> & { nowMs: number; requests: number }, Count>(COUNT);
  const each = (groups: Iterable<Group>): (() => void)[] => {
    const nowMs = clock.nowMs();
    const settled: (() => void)[] = [];
    for (const { keyId, limit, windowMs, resolves } of groups) {
      // To the end, so that it is committed and what stands against that is thrown.
      const [counted] = count.all({ keyId, limit, windowMs, nowMs, requests: resolves.length });
      const { ends_ms, taken, granted } = counted!;
      const before = taken - granted;
      for (const [i, resolve] of resolves.entries()) {
        const allowed = i < granted;
        const remaining = Math.max(0, limit - (allowed ? before + i + 1 : taken));
        // A process that looked at the clock a little later may have begun the window: what is left of it is never more than all of it.
        const resetMs = Math.min(ends_ms - nowMs, windowMs);
        settled.push(() => resolve({ allowed, remaining, resetMs }));
      }
    }
    return settled;
  };
  const { immediate: together } = database.transaction(each);
  // One statement is a transaction of its own.
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

/** Null when there can be no such file. One that a loss of power has spoilt is made anew. */
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
