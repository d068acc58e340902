import type { Database } from 'better-sqlite3';
import { DURABILITY, writeAhead } from './open.ts';
import type { SqliteDatabase } from './source.ts';

const taken = new WeakSet<SqliteDatabase>();

/**
 * Prepares a host's database: sets what durability needs, and rejects settings that cannot change without affecting the host's statements.
 * @throws Error with the problem and its solution
 */
export function takeDatabase(host: SqliteDatabase): Database {
  const database = host as Database;
  const fault = faultOf(database);
  if (fault !== null) throw new Error(`${host.name || 'the database'} ${fault}`);
  for (const [name, value] of Object.entries(DURABILITY)) database.pragma(`${name} = ${value}`);
  writeAhead(database);
  taken.add(host);
  return database;
}

/** Another storage can use it again. */
export function leaveDatabase(host: SqliteDatabase): void {
  taken.delete(host);
}

/** @param isWithin its transaction is joined, and it has no storage */
export function faultOf(database: Database, isWithin = false): string | null {
  if (!database.open) return 'is closed';
  if (!isWithin && taken.has(database))
    return 'has a storage on it already, which would not hear of this one’s changes: open it once more for each';
  if (database.readonly) return 'is opened read-only: open it without readonly';
  if (database.memory)
    return 'is kept in memory, and all bookings would be lost with the process: give a file, or path: ":memory:" for a test';
  if (!isWithin && database.inTransaction) return 'is in a transaction: end it first';
  if (typeof database.prepare('SELECT 1').pluck().get() !== 'number')
    return 'reads integers as BigInt: leave out defaultSafeIntegers, and set safeIntegers on statements that need it';
  if (database.pragma('foreign_keys', { simple: true }) !== 1)
    return 'does not check foreign keys: leave out foreign_keys = OFF';
  return null;
}
