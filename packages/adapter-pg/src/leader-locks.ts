import { type LeaderLocks, LOCK_LEASE_MAX_MS } from '@bord/engine/storage';
import { instant } from './rows.ts';
import type { Query } from './connection.ts';

/** Locks for duties that one process has for all, by the database's clock. */
export function pgLeaderLocks(query: Query): LeaderLocks {
  return {
    async take(lock, holder, leaseMs) {
      const taken = await query(TAKE, [lock, holder, leaseMs, LOCK_LEASE_MAX_MS]);
      return taken.length === 1;
    },
    async giveBack(lock, holder) {
      await query('DELETE FROM bord.duties WHERE name = $1 AND holder = $2', [lock, holder]);
    },
    async purge(endedBeforeMs) {
      return (await query(PURGE, [instant(endedBeforeMs)])).length;
    },
  };
}

const TAKE = `
  INSERT INTO bord.duties AS d (name, holder, until) VALUES ($1, $2, bord.storage_now() + $3 * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
  WHERE d.holder = excluded.holder OR d.until <= bord.storage_now()
    OR d.until > bord.storage_now() + $4 * interval '1 millisecond'
  RETURNING name`;

const PURGE = 'DELETE FROM bord.duties WHERE until < $1 RETURNING name';
