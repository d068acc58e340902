import type { Clock, Storage } from '@bord/engine';
import { sqliteBookings } from './bookings.ts';
import { diaryPages, diaryReader } from './diary-pages.ts';
import { sqliteDuties } from './duties.ts';
import { sqliteEndpoints } from './endpoints.ts';
import { groupCommit } from './group-commit.ts';
import { sqliteKeys } from './keys.ts';
import { revisionReader, sqliteLocations } from './locations.ts';
import { assertCurrent, migrateDatabase } from './migrate.ts';
import { sqliteNotices } from './notices.ts';
import { openSqlite, type SqliteLocation } from './open.ts';
import { sqliteOutbox } from './outbox.ts';
import { sqliteRates } from './rates.ts';
import { sqliteServiceSwitch } from './service-switch.ts';

export interface SqliteOptions extends SqliteLocation {
  /** Brings the schema up to date first. Defaults to false: an old schema is refused. A database in memory needs it. */
  readonly migrate?: boolean;
  /** Defaults to the machine's. */
  readonly clock?: Clock;
}

/**
 * All that the engine keeps, in one SQLite file. Any number of processes of one machine may open it; each keeps one
 * connection to it, and one to a file beside it in which the requests of keys are counted.
 *
 * @throws Error when the file cannot be opened, or its schema is not the one that this code needs
 */
export function sqliteStorage(options: SqliteOptions): Storage {
  const { clock = { nowMs: () => Date.now() } } = options;
  const database = openSqlite(options);
  try {
    if (options.migrate) migrateDatabase(database);
    assertCurrent(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const readDiary = diaryReader(database);
  const readRevision = revisionReader(database);
  const commits = groupCommit(database, () => diaryPages(readDiary, readRevision));
  const outbox = sqliteOutbox(database, commits, clock);
  const notices = sqliteNotices(database);
  const rates = sqliteRates(options.path, clock);
  return {
    bookings: sqliteBookings(database, commits, readDiary, outbox),
    locations: sqliteLocations(database, commits),
    keys: sqliteKeys(database, commits),
    endpoints: sqliteEndpoints(database, commits),
    outbox,
    rates,
    service: sqliteServiceSwitch(database, commits),
    duties: sqliteDuties(database, commits, clock),
    notices,
    async check() {
      assertCurrent(database);
    },
    async close() {
      notices.close();
      await commits.drain();
      rates.close();
      database.close(); // the last process to close it also moves the log into the file
    },
  };
}
