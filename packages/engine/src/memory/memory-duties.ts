import type { Clock } from '../ports/clock.ts';
import { DUTY_LEASE_MAX_MS, type Duties } from '../ports/duties.ts';

/** Duties in a map: one process, but its engines may be several. */
export function memoryDuties(clock: Clock): Duties {
  const held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  const isHeld = (untilMs: number): boolean =>
    clock.nowMs() < untilMs && untilMs <= clock.nowMs() + DUTY_LEASE_MAX_MS;
  return {
    async take(duty, holder, leaseMs) {
      const current = held.get(duty);
      if (current && current.holder !== holder && isHeld(current.untilMs)) return false;
      held.set(duty, { holder, untilMs: clock.nowMs() + leaseMs });
      return true;
    },
    async giveBack(duty, holder) {
      if (held.get(duty)?.holder === holder) held.delete(duty);
    },
    async purge(endedBeforeMs) {
      const old = [...held].filter(([, { untilMs }]) => untilMs < endedBeforeMs);
      for (const [duty] of old) held.delete(duty);
      return old.length;
    },
  };
}
