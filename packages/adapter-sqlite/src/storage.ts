import { assertRuntime, type Clock, shape, type Storage, wholeClock } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { amendmentWriter, sqliteBookings } from './bookings.ts';
import { changeCounter } from './changes.ts';
import { sqliteCheck } from './check.ts';
import { diaryReader, rowsReader, workingSnapshots } from './working-snapshot.ts';
import { sqliteLeaderLocks } from './leader-locks.ts';
import { type GroupCommit, groupCommit } from './group-commit.ts';
import { sqliteGuests } from './guests.ts';
import { leaveDatabase, takeDatabase } from './host-database.ts';
import type { SqliteHost, SqliteLocation } from './source.ts';
import { lastingSnapshots } from './lasting-snapshots.ts';
import { revisionReader, sqliteLocations } from './locations.ts';
import { assertCurrent, migrateDatabase } from './schema.ts';
import { sqliteInvalidations } from './invalidations.ts';
import { openSqlite } from './open.ts';
import { eventWriter, sqliteEvents } from './event-log.ts';
import { datedDeliveries } from './dated-deliveries.ts';
import { deliveryWriter, sqliteOutbox } from './outbox.ts';
import { endpointsReader, recordTable, sqliteRecords } from './records.ts';
import { sqliteRates } from './rates.ts';
import { scrubFiles } from './scrub.ts';
import { share, type Shared } from './shared.ts';
import { forgetful, withinTransaction } from './within.ts';

interface CommonOptions {
  /** Migrates the schema first. Defaults to false: an old schema is rejected. A database in memory needs it. */
  readonly migrate?: boolean;
  /** Defaults to the machine's clock. */
  readonly clock?: Clock;
}

interface OwnOptions extends SqliteLocation, CommonOptions {}

interface HostOptions extends SqliteHost, CommonOptions {}

/** A database by its path, or one that the host program has opened. */
export type SqliteOptions = OwnOptions | HostOptions;

const { assertOptions, callback, flag, maybe, object, text } = shape;

const fields = {
  path: maybe(text),
  database: maybe(object({ prepare: callback, exec: callback, pragma: callback })),
  migrate: maybe(flag),
  clock: maybe(object({ nowMs: callback })),
};

/**
 * All data of the engine in one SQLite file. Any number of processes of one machine can open it. Each has one connection to it, and one to a second
 * file that counts the requests of API keys.
 *
 * With `database` it works on a connection of the host's. A transaction of the storage starts and ends within one turn of the event loop; it waits
 * up to 5 s for a longer one of the host. `close` leaves the database open.
 * @throws TypeError for an invalid option, with its name
 * @throws Error when the file cannot be opened, its schema is not the required one, or the given database is unsuitable: it is read-only, in
 * memory, in a transaction, without foreign keys, or has a storage already
 */
export function sqliteStorage(options: SqliteOptions): Storage {
  assertRuntime();
  assertOptions('sqliteStorage', fields, options, true);
  if (!('path' in options) && !('database' in options))
    throw new TypeError('sqliteStorage: path is missing: give the path of a file, or a database');
  const clock = wholeClock(options.clock);
  const database = 'database' in options ? takeDatabase(options.database) : openSqlite(options);
  const letGo = (): void => {
    if ('database' in options) leaveDatabase(options.database);
    else database.close(); // the last process to close it also copies the log into the file
  };
  try {
    if (options.migrate) migrateDatabase(database);
    assertCurrent(database);
  } catch (error) {
    letGo();
    throw error;
  }
  const readDiary = diaryReader(database);
  const readRevision = revisionReader(database);
  const changes = changeCounter(database);
  const readRows = rowsReader(database);
  const readEndpoints = endpointsReader(recordTable(database));
  const snapshots = lastingSnapshots(database, () =>
    workingSnapshots(readDiary, readRows, readRevision, readEndpoints),
  );
  const commits = groupCommit(
    database,
    () => share(snapshots.begin()),
    (shared) => {
      const counted = shared.isChanged() ? changes.count() : undefined;
      return () => {
        counted?.();
        snapshots.committed();
      };
    },
  );
  const invalidations = sqliteInvalidations(database, changes);
  const rates = sqliteRates('path' in options ? options.path : database.name, clock);
  const host = forgetful(database, invalidations.tell);
  const stores = storesOn(database, commits, clock);
  const storage: Storage = {
    ...('database' in options ? host.stores(stores) : stores),
    events: sqliteEvents(database, commits),
    rates,
    leaderLocks: sqliteLeaderLocks(database, commits, clock),
    invalidations,
    async within(handle, work) {
      try {
        return await withinTransaction(handle, database, async (connection, inside) =>
          work({ ...storage, ...storesOn(connection, inside, clock) }),
        );
      } finally {
        if (handle === database) host.watch();
      }
    },
    scrub: (thorough) => scrubFiles(database, thorough),
    nowMs: async () => clock.nowMs(), // the machine's: all processes of one file run on it
    check: sqliteCheck(database, commits),
    async close() {
      invalidations.close();
      await commits.drain();
      rates.close();
      letGo();
    },
  };
  return storage;
}

/** The stores whose changes belong to transactions. */
function storesOn(database: Database, commits: GroupCommit<Shared>, clock: Clock) {
  const dated = datedDeliveries(database);
  const writer = deliveryWriter(database, clock, dated);
  const saveRows = amendmentWriter(database, writer, eventWriter(database, clock));
  const records = recordTable(database);
  return {
    bookings: sqliteBookings(database, commits, diaryReader(database), saveRows),
    locations: sqliteLocations(database, commits, saveRows),
    guests: sqliteGuests(database, commits, clock),
    outbox: sqliteOutbox(database, commits, clock, writer, dated, records),
    records: sqliteRecords(records, commits, clock, writer),
  };
}
