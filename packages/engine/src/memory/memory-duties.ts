import type { Clock } from '../ports/clock.ts';
import type { Duties } from '../ports/duties.ts';

/** Duties in a map: one process, but its engines may be several. */
export function memoryDuties(clock: Clock): Duties {
  const held = new Map<string, { readonly holder: string; readonly untilMs: number }>();
  return {
    async take(duty, holder, leaseMs) {
      const current = held.get(duty);
      if (current && current.holder !== holder && clock.nowMs() < current.untilMs) return false;
      held.set(duty, { holder, untilMs: clock.nowMs() + leaseMs });
      return true;
    },
    async giveBack(duty, holder) {
      if (held.get(duty)?.holder === holder) held.delete(duty);
    },
  };
}
