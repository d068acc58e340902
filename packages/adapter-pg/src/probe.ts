import { sharedCheck } from '@bord/engine/storage';
import { mapUnavailable } from './errors.ts';
import type { PgLimits } from './limits.ts';
import { assertCurrent, schemaState } from './migrate.ts';
import { connectTo, type Server } from './connect-to.ts';
import { transact } from './transaction.ts';

/** Whoever asks whether a server is ready does not wait for long. */
const LIMITS: Partial<PgLimits> = { lockMs: 1000, statementMs: 2000, silenceMs: 3000 };

/** Looks whether the database can be used. */
export interface PgProbe {
  /**
   * Resolves when it has the schema that this code needs and a write to it has been committed.
   *
   * @throws BookingError `unavailable` when it is away, only to be read (a standby, a read-only session), full or too slow
   * @throws Error when its schema is old
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A probe with a connection of its own, which stays open: stuck work that has all the others says nothing of the database. Of a host's pool
 * it takes any.
 */
export function pgProbe(server: Server, limits: PgLimits): PgProbe {
  const pool = connectTo(server, { connections: 1, limits: shorter(limits), idleTimeoutMillis: 0 });
  const write = (): Promise<void> =>
    transact(pool, async (query) => {
      assertCurrent(await schemaState(query));
      await query(SPILLING);
      await query(ROOM);
      return { result: undefined, save: WRITE };
    });
  return {
    check: sharedCheck(() => mapUnavailable(write())),
    close: () => pool.end(),
  };
}

/** A row that is always there is written as it is: it takes the room that it had, and its flush is one of a booking. */
const WRITE = { text: 'UPDATE service SET enabled = enabled', values: [] };

/**
 * On a full disk a row can still be written in the place that it has, and the log in segments that are used again, while no table can grow.
 * A result that does not fit into memory is written to a file where the tables are, and thrown away: nothing grows by it.
 */
const SPILLING = `SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
const ROOM = 'SELECT count(*) FROM generate_series(1, 5000)';

function shorter(limits: PgLimits): PgLimits {
  const names = Object.keys(limits) as (keyof PgLimits)[];
  const entries = names.map((name) => [name, Math.min(limits[name], LIMITS[name] ?? Infinity)]);
  return Object.fromEntries(entries) as PgLimits;
}
