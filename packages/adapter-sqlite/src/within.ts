/** A transaction of the host: Bord's changes are committed with the host's rows, or not at all. */
import { realpathSync } from 'node:fs';
import { BookingError } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import { asUnavailable } from './errors.ts';
import type { GroupCommit } from './group-commit.ts';
import { faultOf } from './host-database.ts';
import { revisionReader } from './locations.ts';
import type { SqliteDatabase } from './source.ts';
import { share, type Shared } from './shared.ts';
import { endpointsReader, recordTable } from './records.ts';
import { diaryReader, rowsReader, workingSnapshots } from './working-snapshot.ts';

const LEFT = 'the transaction was ended before work was over: try again with a new one';

/** Takes the write lock if the host does not have it. Other processes see the new count after the host's commit. */
const COUNT = 'UPDATE changes SET counted = counted + 1';

/**
 * Works in the transaction of a host, within a savepoint.
 * @param own the connection of the storage
 * @throws BookingError `invalid_request` when the handle is not a connection to the same file, in a transaction; or the error of `work`
 */
export async function withinTransaction<R>(
  handle: unknown,
  own: Database,
  work: (host: Database, steps: GroupCommit<Shared>) => Promise<R>,
): Promise<R> {
  const host = hostOf(handle, own);
  try {
    host.exec('SAVEPOINT bord_within');
    host.exec(COUNT);
  } catch (error) {
    if (host.inTransaction) undo(host);
    throw asUnavailable(error);
  }
  let isOver = false;
  try {
    const result = await work(
      host,
      savepoints(host, () => isOver),
    );
    if (!host.inTransaction) fail(LEFT);
    host.exec('RELEASE bord_within');
    return result;
  } catch (error) {
    if (host.inTransaction) undo(host);
    throw error;
  } finally {
    isOver = true;
  }
}

function undo(host: Database): void {
  host.exec('ROLLBACK TO bord_within; RELEASE bord_within');
}

function hostOf(handle: unknown, own: Database): Database {
  const host = handle as Database;
  if (typeof (handle as Partial<SqliteDatabase> | null)?.pragma !== 'function')
    return fail('the handle must be a Database of the package better-sqlite3');
  if (!host.open) return fail('the database is closed');
  if (!host.inTransaction) return fail('the database has no open transaction: run BEGIN IMMEDIATE first');
  const fault = host === own ? null : faultOf(host, true);
  if (fault !== null) return fail(`the database ${fault}`);
  if (host !== own && realpathSync(host.name) !== realpathSync(own.name))
    return fail('the database is not the file of the storage: open that file');
  return host;
}

function fail(message: string): never {
  throw new BookingError('invalid_request', message);
}

/** Each step is a savepoint of the host's transaction, which has the write lock. */
function savepoints(host: Database, isOver: () => boolean): GroupCommit<Shared> {
  const [diary, rows, revision] = [diaryReader(host), rowsReader(host), revisionReader(host)];
  const endpoints = endpointsReader(recordTable(host));
  const apart = host.transaction((step: () => unknown) => step());
  return {
    async run(step) {
      if (isOver()) return fail('engine.within is over: use its engine only until work resolves');
      if (!host.inTransaction) return fail(LEFT);
      try {
        return apart(() => step(share(workingSnapshots(diary, rows, revision, endpoints)))) as never;
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    isPending: () => false,
    drain: async () => undefined,
  };
}

/** The interval at which Bord checks whether the host's transaction has ended. */
const WATCH_MS = 10;

/**
 * Stores on a connection that has an open transaction of the host read uncommitted data, which the engine must not keep. Each reading sends the
 * invalidation `anything`, and so does the end of the transaction.
 */
export function forgetful(database: Database, anythingChanged: () => void) {
  let watching: NodeJS.Timeout | undefined;
  const watch = (): void => {
    watching ??= setInterval(() => {
      if (database.open && database.inTransaction) return;
      clearInterval(watching);
      watching = undefined;
      anythingChanged();
    }, WATCH_MS).unref();
  };
  return {
    watch,
    stores<S extends object>(stores: S): S {
      const announcing = (store: object): object =>
        Object.fromEntries(
          Object.entries(store).map(([name, value]: [string, unknown]) => {
            if (typeof value === 'object' && value !== null) return [name, announcing(value)];
            if (typeof value !== 'function') return [name, value];
            const call = value as (...args: unknown[]) => unknown;
            return [
              name,
              (...args: unknown[]) => {
                const answer = call(...args);
                if (database.open && database.inTransaction) anythingChanged();
                return answer;
              },
            ];
          }),
        );
      return announcing(stores) as S;
    },
  };
}
