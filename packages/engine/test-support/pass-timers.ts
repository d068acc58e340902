import { vi } from 'vitest';
import type { VirtualClock } from './process.ts';

/** Lets time pass for the storage and for vitest's timers, in steps as small as the shortest pause of a worker. */
export async function passTimers(clock: VirtualClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 5) {
    clock.pass(Math.min(5, left));
    await vi.advanceTimersByTimeAsync(Math.min(5, left));
  }
}
