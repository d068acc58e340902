import type { Clock } from '../ports/clock.ts';
import { LOCK_LEASE_MAX_MS, type LeaderLocks } from '../ports/leader-locks.ts';

/** Leader locks in a map: one process, but its engines may be several. */
export function memoryLeaderLocks(clock: Clock): LeaderLocks {
  const held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  const isHeld = (untilMs: number): boolean =>
    clock.nowMs() < untilMs && untilMs <= clock.nowMs() + LOCK_LEASE_MAX_MS;
  return {
    async take(lock, holder, leaseMs) {
      const current = held.get(lock);
      if (current && current.holder !== holder && isHeld(current.untilMs)) return false;
      held.set(lock, { holder, untilMs: clock.nowMs() + leaseMs });
      return true;
    },
    async giveBack(lock, holder) {
      if (held.get(lock)?.holder === holder) held.delete(lock);
    },
    async purge(endedBeforeMs) {
      const old = [...held].filter(([, { untilMs }]) => untilMs < endedBeforeMs);
      for (const [lock] of old) held.delete(lock);
      return old.length;
    },
  };
}
