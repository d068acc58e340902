import { sharedCheck } from '@bord/engine/storage';
import { isDatabaseError, mapUnavailable } from './errors.ts';
import type { PgLimits } from './timeouts.ts';
import { assertCurrent, schemaState, SHARED_TURN } from './migrate.ts';
import { connectTo, type Server } from './connect-to.ts';
import { transact } from './transaction.ts';

/** Readiness checks have short timeouts. */
const LIMITS: Partial<PgLimits> = { lockMs: 1000, statementMs: 2000, silenceMs: 3000 };

export interface PgCheck {
  /**
   * Resolves if the schema fits and a write was committed, or waits for a running migration.
   * @throws BookingError `unavailable` when it is unreachable, read-only (a standby, a read-only session), full or too slow
   * @throws Error when its schema is old
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A probe on a separate connection, because a blocked pool does not mean that the database is down. With a host's pool it takes any of its
 * connections.
 */
export function pgCheck(server: Server, limits: PgLimits): PgCheck {
  const pool = connectTo(server, { connections: 1, limits: shorter(limits), idleTimeoutMillis: 0 });
  const write = (): Promise<void> =>
    transact(pool, async (query) => {
      assertCurrent(await schemaState(query));
      await query(SPILLING);
      await query(ROOM);
      return { result: undefined, save: WRITE };
    });
  const unlessMigrating = async (error: unknown): Promise<void> => {
    if (!isDatabaseError(error) || !WAITED_TOO_LONG.has(error.code)) throw error;
    const isMigrating = await transact(pool, async (query) => ({
      result: !(await query<{ is_ours: boolean }>(SHARED_TURN))[0]!.is_ours,
    }));
    if (!isMigrating) throw error;
  };
  return {
    check: sharedCheck(() => mapUnavailable(write().catch(unlessMigrating))),
    close: () => pool.end(),
  };
}

const WAITED_TOO_LONG = new Set(['55P03', '57014']);

/** Updates a row that always exists to the same value: it reuses its space, and its flush is that of a booking. */
const WRITE = { text: 'UPDATE bord.service SET enabled = enabled', values: [] };

/** On a full disk rows can still be updated while no table can grow. A result that spills to a temporary file detects that, and leaves no file. */
const SPILLING = `SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
const ROOM = 'SELECT count(*) FROM generate_series(1, 5000)';

function shorter(limits: PgLimits): PgLimits {
  const names = Object.keys(limits) as (keyof PgLimits)[];
  const entries = names.map((name) => [name, Math.min(limits[name], LIMITS[name] ?? Infinity)]);
  return Object.fromEntries(entries) as PgLimits;
}
