import { channelOf } from './names.ts';
import {
  assertRuntime,
  type Clock,
  type Invalidation,
  type Storage,
  wholeClock,
  shape,
} from '@bord/engine/storage';
import { pgBookings } from './bookings.ts';
import { pgLeaderLocks } from './leader-locks.ts';
import { mapUnavailable, withRetry } from './errors.ts';
import { pgEvents } from './event-log.ts';
import { pgGuests } from './guests.ts';
import { assertRoom } from './host-pool.ts';
import { LastingSnapshots } from './lasting-snapshots.ts';
import { pgLocations } from './locations.ts';
import { limitsOf, type PgLimits } from './timeouts.ts';
import { gathering, notification, pgInvalidations } from './invalidations.ts';
import type { LimitedPool, Query } from './connection.ts';
import type { Primary } from './primary/primary.ts';
import { pgOutbox } from './outbox.ts';
import { pgRecords } from './records.ts';
import { pgCheck } from './check.ts';
import { pgRates } from './rates.ts';
import { settlements } from './settlements.ts';
import { connectTo, serverOf } from './connect-to.ts';
import type { PgHost, PgLocation } from './source.ts';
import { stepGroups } from './step-groups.ts';
import { runAlone } from './transaction.ts';
import { hostTransaction } from './within.ts';

interface CommonOptions {
  /**
   * The URL of the connection that listens for changes of other processes and stays open. Defaults to `url`, or to a connection of `pool`. With
   * PgBouncer in transaction mode, use a URL that bypasses it; otherwise changes are noticed by polling every two seconds.
   */
  readonly listenUrl?: string;
  /** Timeouts for the database; they also apply to a host's pool, independent of its settings. */
  readonly limits?: Partial<PgLimits>;
  /** For the counts of requests that a process continues while the database is unavailable. Defaults to the machine's clock. */
  readonly clock?: Clock;
}

interface OwnOptions extends PgLocation, CommonOptions {
  /** The limit of concurrent connections, in addition to the one that listens and the one of `check`. Defaults to 10. */
  readonly connections?: number;
}

interface HostOptions extends PgHost, CommonOptions {}

/** A database by its URL, or by the pool of the host program. */
export type PgOptions = OwnOptions | HostOptions;

/**
 * A storage in one PostgreSQL database, which any number of processes can share. It opens connections as needed and again after they are lost:
 * calls are `unavailable` while the database is.
 *
 * If `url` names several hosts, the current primary is written to; a returning old primary never is. Without a primary, a call waits for one as for
 * a connection.
 *
 * With `pool` it takes connections from there, and keeps one to listen while the engine is attached; `close` releases all and leaves the pool open.
 * @throws TypeError for an invalid option, with its name; also for a pool with fewer than two connections, and an invalid `url` with several hosts
 */
export function pgStorage(options: PgOptions): Storage {
  assertRuntime();
  assertPgOptions(options);
  const { listenUrl } = options;
  const clock = wholeClock(options.clock);
  const connections = 'pool' in options ? Infinity : (options.connections ?? 10);
  if ('pool' in options) assertRoom(options.pool);
  const limits = limitsOf(options.limits);
  const server = serverOf(options);
  const primary = 'primary' in server ? server.primary : undefined;
  const pool = connectTo(server, { connections, limits });
  const probe = pgCheck(server, limits);
  const channel = channelOf(server.schema);
  const listenServer = listenUrl === undefined ? server : serverOf({ url: listenUrl, schema: server.schema });
  const invalidations = pgInvalidations(listenServer, limits, (payloads) => {
    const { text, values } = notification(channel, payloads);
    return runAlone(pool, text, values);
  });
  const query = repeated(pool);
  const rates = pgRates(pool, clock);
  const { stores, drain } = storesOn(pool, invalidations.tell, primary);
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await Promise.all([drain(), rates.close()]);
    await invalidations.close();
    await Promise.all([pool.end(), probe.close()]);
    for (const one of [server, listenServer]) if ('primary' in one) await one.primary.close();
  }
  const storage: Storage = {
    ...stores,
    events: pgEvents(query),
    rates,
    leaderLocks: pgLeaderLocks(query),
    invalidations,
    async nowMs() {
      const [row] = await query<{ now_ms: number }>(NOW);
      return row!.now_ms;
    },
    check: () => probe.check(),
    pool: () => pool.stats(),
    ...(primary && { primary }),
    async within(handle, work) {
      const transaction = await hostTransaction(handle, limits);
      const gathered = gathering();
      const inside = storesOn(transaction.pool, gathered.add, primary);
      try {
        const result = await work({ ...storage, ...inside.stores });
        await inside.drain();
        // Sent with the host's commit, or never; this process receives it too.
        const payloads = gathered
          .take()
          .map((invalidation) => JSON.stringify({ from: 'host', ...invalidation }));
        await transaction.keep(payloads.length > 0 ? notification(channel, payloads) : null);
        return result;
      } catch (error) {
        await inside.drain();
        await transaction.undo();
        throw error;
      } finally {
        transaction.end();
      }
    },
    close: () => (closing ??= close()),
  };
  return storage;
}

/** Single statements are idempotent, except for those that run once. */
function repeated(pool: LimitedPool): Query {
  return (text, values) => mapUnavailable(withRetry(() => runAlone(pool, text, values)));
}

/** The stores whose changes belong to transactions. `tell` is called with each change that other processes might cache. */
function storesOn(
  pool: LimitedPool,
  tell: (invalidation: Invalidation) => void,
  primary: Primary | undefined,
): {
  stores: Pick<Storage, 'bookings' | 'locations' | 'guests' | 'outbox' | 'records'>;
  drain(): Promise<unknown>;
} {
  const query = repeated(pool);
  const once: Query = (text, values) => mapUnavailable(runAlone(pool, text, values));
  /** An invalidation without dates: caches stay, and workers check for deliveries. */
  const deliveriesWait = (locationIds: readonly string[]): void => {
    for (const locationId of locationIds) tell({ kind: 'diary', locationId, dates: [] });
  };
  const lasting = new LastingSnapshots();
  const steps = stepGroups(pool, lasting, (scopes) => {
    const { locationId } = scopes[0]!;
    tell({ kind: 'diary', locationId, dates: scopes.flatMap(({ dates }) => dates) });
  });
  const settling = settlements(pool, primary, (queues) => {
    // Failure counts are not cached, and change too often to invalidate caches.
    if (queues.isEndpointChanged) tell({ kind: 'endpoints' });
    deliveriesWait(queues.deliveries.map(({ locationId }) => locationId));
  });
  const stores = {
    bookings: pgBookings(query, steps),
    locations: pgLocations(pool, query, {
      planned(locationId) {
        lasting.forget(locationId);
        tell({ kind: 'location', locationId });
      },
      removed: () => tell({ kind: 'anything' }),
    }),
    guests: pgGuests(pool, query, (bookingIds) => tell({ kind: 'guests', bookingIds })),
    outbox: pgOutbox(query, once, settling, deliveriesWait),
    records: pgRecords(pool, query, deliveriesWait, tell),
  };
  return { stores, drain: () => Promise.all([steps.drain(), settling.drain()]) };
}

const NOW = 'SELECT floor(extract(epoch FROM bord.storage_now()) * 1000)::float8 AS now_ms';

const { assertOptions, callback, maybe, number, object, text } = shape;

const milliseconds = maybe(number);

/** The shapes of the options. */
const OPTIONS = {
  url: maybe(text),
  pool: maybe(object({ connect: callback, on: callback, off: callback })),
  schema: maybe(text),
  connections: maybe(number),
  listenUrl: maybe(text),
  limits: maybe(
    object<Partial<PgLimits>>({
      connectMs: milliseconds,
      lockMs: milliseconds,
      statementMs: milliseconds,
      idleMs: milliseconds,
      silenceMs: milliseconds,
    }),
  ),
  clock: maybe(object({ nowMs: callback })),
};

/** @throws TypeError that names a wrong option */
function assertPgOptions(options: PgOptions): void {
  assertOptions('pgStorage', OPTIONS, options, true);
  if (!('url' in options) && !('pool' in options))
    throw new TypeError('pgStorage: url is missing: give the URL of the database, or a pool');
}
