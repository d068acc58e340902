import type { Clock, Storage } from '@bord/engine/storage';
import { pgBookings } from './bookings.ts';
import { pgDuties } from './duties.ts';
import { pgEndpoints } from './endpoints.ts';
import { orUnavailable, persistently } from './failures.ts';
import { pgGuests } from './guests.ts';
import { pgKeys } from './keys.ts';
import { pgLocations } from './locations.ts';
import { limitsOf, type PgLimits } from './limits.ts';
import { pgMaintenance } from './maintenance.ts';
import { pgNotices } from './notices.ts';
import { endPool, openPool, type PgLocation, type Query } from './open.ts';
import { pgOutbox } from './outbox.ts';
import { pgProbe } from './probe.ts';
import { pgRates } from './rates.ts';
import { pgSecretKeyRecord } from './secret-key-record.ts';
import { pgServiceSwitch } from './service-switch.ts';
import { settlements } from './settlements.ts';
import { pgSignUps } from './sign-ups.ts';
import { stepGroups } from './step-groups.ts';
import { runAlone } from './transaction.ts';

export interface PgOptions extends PgLocation {
  /**
   * Where to listen for other processes' changes. Defaults to `url`; behind a PgBouncer in transaction mode, a way around it, without
   * which changes are noticed by asking anew every two seconds.
   */
  readonly listenUrl?: string;
  /** The most connections at a time, besides the one that listens and the one of `check`. Defaults to 10. */
  readonly connections?: number;
  /** How long is waited for the database. */
  readonly limits?: Partial<PgLimits>;
  /** Only for the limits of keys while the database is away. Defaults to the machine's. */
  readonly clock?: Clock;
}

/**
 * All that the engine keeps, in one PostgreSQL, which any number of processes share. Opens its connections when they are needed
 * and again when they are lost: a database that is away is an `unavailable` until it is back.
 */
export function pgStorage(options: PgOptions): Storage {
  const { url, listenUrl = url, connections = 10, clock = { nowMs: () => Date.now() } } = options;
  const limits = limitsOf(options.limits);
  const pool = openPool({ url }, connections, limits);
  const probe = pgProbe({ url }, limits);
  const once: Query = (text, values) => orUnavailable(runAlone(pool, text, values));
  // Every single statement can be repeated without harm, but for the one that takes `once`.
  const query: Query = (text, values) => orUnavailable(persistently(() => runAlone(pool, text, values)));
  const notices = pgNotices(listenUrl, limits, (payloads) => runAlone(pool, NOTIFY, [payloads]));
  const anythingChanged = (): void => notices.tell({ kind: 'anything' });
  /** A notice of no dates: there is nothing to forget, and whoever delivers looks what there is. */
  const deliveriesWait = (locationIds: readonly string[]): void => {
    for (const locationId of locationIds) notices.tell({ kind: 'diary', locationId, dates: [] });
  };
  const steps = stepGroups(pool, (scopes) => {
    const { locationId } = scopes[0]!;
    notices.tell({ kind: 'diary', locationId, dates: scopes.flatMap(({ dates }) => dates) });
  });
  const settling = settlements(pool, (lanes) => {
    // Counts of failures are kept nowhere, and change too often to forget everything for them.
    if (lanes.isEndpointChanged) anythingChanged();
    deliveriesWait(lanes.deliveries.map(({ locationId }) => locationId));
  });
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await Promise.all([steps.drain(), settling.drain()]);
    await notices.close();
    await Promise.all([endPool(pool), probe.close()]);
  }
  return {
    bookings: pgBookings(query, steps),
    locations: pgLocations(pool, query, anythingChanged),
    keys: pgKeys(pool, query, anythingChanged),
    signUps: pgSignUps(query, once, deliveriesWait),
    guests: pgGuests(pool, query),
    endpoints: pgEndpoints(pool, query, anythingChanged),
    outbox: pgOutbox(query, once, settling, deliveriesWait),
    rates: pgRates(pool, clock),
    service: pgServiceSwitch(query, anythingChanged),
    duties: pgDuties(query),
    secretKey: pgSecretKeyRecord(query),
    maintenance: pgMaintenance(query),
    notices,
    async nowMs() {
      const [row] = await query<{ now_ms: number }>(NOW);
      return row!.now_ms;
    },
    check: () => probe.check(),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= close()),
  };
}

const NOW = 'SELECT floor(extract(epoch FROM storage_now()) * 1000)::float8 AS now_ms';
const NOTIFY = `SELECT pg_notify('bord', payload) FROM unnest($1::text[]) AS payload`;
