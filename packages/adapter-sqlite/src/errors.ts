import { BookingError } from '@bord/engine/storage';

/** SQLite cannot do it now: another process writes for too long, or the disk is full, gone or failing. */
const NOT_NOW = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM|INTERRUPT)/;

interface SqliteError extends Error {
  readonly code: string;
}

/** Told by its name: a host's database may come from another copy of the driver, whose class is another. */
function isOfSqlite(error: unknown): error is SqliteError {
  return error instanceof Error && error.name === 'SqliteError' && 'code' in error;
}

/** The error is SQLite's, of this kind: `SQLITE_BUSY`, also `SQLITE_BUSY_RECOVERY`. */
export function isSqliteError(error: unknown, kind: string): boolean {
  return isOfSqlite(error) && error.code.startsWith(kind);
}

/** The error as the engine's callers know it: `unavailable` for what lies with the database, any other as it is. */
export function asUnavailable(error: unknown): unknown {
  return isOfSqlite(error) && NOT_NOW.test(error.code) ? unavailable(error) : error;
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
