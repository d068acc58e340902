import { BookingError } from '@bord/engine/storage';

/** SQLite is unavailable: another process writes for too long, or the disk is full, missing or failing. */
const NOT_NOW = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM|INTERRUPT)/;

interface SqliteError extends Error {
  readonly code: string;
}

/** Detected by its name: a host's database can use another copy of the driver, with a different class. */
function isOfSqlite(error: unknown): error is SqliteError {
  return error instanceof Error && error.name === 'SqliteError' && 'code' in error;
}

/** Whether the error is SQLite's, of this kind: `SQLITE_BUSY`, also `SQLITE_BUSY_RECOVERY`. */
export function isSqliteError(error: unknown, kind: string): boolean {
  return isOfSqlite(error) && error.code.startsWith(kind);
}

/** The error for callers of the engine: `unavailable` for a problem of the database, all others unchanged. */
export function asUnavailable(error: unknown): unknown {
  return isOfSqlite(error) && NOT_NOW.test(error.code) ? unavailable(error) : error;
}

/** Reads data; rejects with `unavailable` when the database cannot answer. */
export async function reading<R>(read: () => R): Promise<R> {
  try {
    return read();
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** The error if the data might not have been saved. */
export function unavailable(cause: unknown): BookingError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new BookingError('unavailable', `the database cannot do it now: ${reason}`), {
    cause,
  });
}
