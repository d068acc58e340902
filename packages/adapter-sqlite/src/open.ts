import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { Setting, SqliteLocation } from './source.ts';
import { isSqliteError } from './errors.ts';

/** How long another writing process is waited for until SQLITE_BUSY. */
export const BUSY_MS = 5000;

/** Only the journal mode outlives the connection. A reopened WAL runs at NORMAL: a power loss takes acknowledged bookings. */
export const DURABILITY = {
  busy_timeout: BUSY_MS,
  synchronous: 2, // FULL: flushed before COMMIT returns
  secure_delete: 1, // erased data is overwritten, also in free pages
} as const;

const SETTINGS = { ...DURABILITY, foreign_keys: 1, trusted_schema: 0 } as const;

/** For speed: random keys dirty many index pages, so a larger cache and a longer log (16 MB) save copies into the file. */
const TUNING = {
  cache_size: -64_000, // KiB
  wal_autocheckpoint: 4000, // pages of 4 KiB
} as const;

/** Opens the database with the settings for durability and concurrency. Throws when it cannot be opened. */
export function openSqlite({ path }: SqliteLocation, fileMustExist = false): Database {
  const isFile = path !== ':memory:';
  if (isFile && fileMustExist && !existsSync(path)) throw new Error(`there is no database at ${path}`);
  if (isFile) makeFolder(dirname(resolve(path)));
  const database = new Sqlite(path, { timeout: BUSY_MS });
  try {
    for (const [name, value] of Object.entries({ ...SETTINGS, ...TUNING }))
      database.pragma(`${name} = ${value}`);
    if (isFile) writeAhead(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** As `mkdirSync` with `recursive`, which does not return for a folder below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder) || dirname(folder) === folder) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process has made it
  }
}

export function settingsOf(database: Database): readonly Setting[] {
  const wanted = { journal_mode: database.memory ? 'memory' : 'wal', ...SETTINGS };
  return Object.entries(wanted).map(([name, value]) => ({
    name,
    value: String(database.pragma(name, { simple: true })),
    wanted: String(value),
  }));
}

/** The write-ahead log is a setting of the file. SQLite has no busy handler here, so creating processes wait in this loop. */
export function writeAhead(database: Database): void {
  const untilMs = performance.now() + BUSY_MS;
  for (;;) {
    try {
      if (database.pragma('journal_mode = WAL', { simple: true }) === 'wal') return;
      throw new Error(`${database.name} cannot be kept with a write-ahead log: is it on a network drive?`);
    } catch (error) {
      if (!isSqliteError(error, 'SQLITE_BUSY') || performance.now() > untilMs) throw error;
      sleep(5);
    }
  }
}

/** Opening is synchronous, as is all of SQLite. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
