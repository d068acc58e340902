import { BookingError } from '@bord/engine/storage';
import Sqlite from 'better-sqlite3';

/** SQLite cannot do it now: another process writes for too long, or the disk is full, gone or failing. */
const NOT_NOW = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM|INTERRUPT)/;

/** The error is SQLite's, of this kind: `SQLITE_BUSY`, also `SQLITE_BUSY_RECOVERY`. */
export function isSqliteError(error: unknown, kind: string): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith(kind);
}

/** The error as the engine's callers know it: `unavailable` for what lies with the database, any other as it is. */
export function asUnavailable(error: unknown): unknown {
  return error instanceof Sqlite.SqliteError && NOT_NOW.test(error.code) ? unavailable(error) : error;
}

/** Reads something; rejects with `unavailable` when the database cannot answer. */
export async function reading<R>(read: () => R): Promise<R> {
  try {
    return read();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** What was to be saved may not have been. */
export function unavailable(cause: unknown): BookingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new BookingError('unavailable', `the database cannot do it now: ${reason}`), {
    cause,
  });
}
