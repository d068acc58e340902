import { type Clock, type LeaderLocks, LOCK_LEASE_MAX_MS } from '@bord/engine/storage';
import type { Database } from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';

/** Locks for duties that one process has for all. All processes of one file run on one machine, and share its clock. */
export function sqliteLeaderLocks(
  database: Database,
  commits: GroupCommit<unknown>,
  clock: Clock,
): LeaderLocks {
  const take = database.prepare(`
    INSERT INTO duties (name, holder, until_ms) VALUES (@lock, @holder, @nowMs + @leaseMs)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
    WHERE duties.holder = excluded.holder OR duties.until_ms <= @nowMs OR duties.until_ms > @nowMs + @mostMs`);
  const giveBack = database.prepare('DELETE FROM duties WHERE name = ? AND holder = ?');
  const purge = database.prepare('DELETE FROM duties WHERE until_ms < ?');
  return {
    take: (lock, holder, leaseMs) =>
      commits.run(() => {
        const nowMs = clock.nowMs();
        return take.run({ lock, holder, leaseMs, nowMs, mostMs: LOCK_LEASE_MAX_MS }).changes === 1;
      }),
    giveBack: (lock, holder) => commits.run(() => void giveBack.run(lock, holder)),
    purge: (endedBeforeMs) => commits.run(() => purge.run(endedBeforeMs).changes),
  };
}
