/** Whether what deletes may go by a clock: one that is wrong would forget guests who are still to come (D45). */
import { HOUR_MS } from './instant.ts';

/** Nightly work is done every night; time that is further away from the last one has jumped, or nobody knows what has passed. */
const TIME_JUMP_MAX_MS = 48 * HOUR_MS;

/** The trust in the clock, to check before deletion. Instants are the storage's. */
export interface TimeStatus {
  /** The time of the storage's clock. */
  readonly nowMs: number;
  /** When the nightly work last ran on trusted time; null: never on this database. */
  readonly lastRunMs: number | null;
  /** The time differs by more than 48 hours from the last run, ahead or back: deletion stops until an operator accepts it, or the clock is right again. */
  readonly isHeld: boolean;
}

/** Judges an instant by the last run. Without a last run, the clock cannot be compared. */
export function timeStatusOf(lastRunMs: number | null, nowMs: number): TimeStatus {
  const isHeld = lastRunMs !== null && Math.abs(nowMs - lastRunMs) > TIME_JUMP_MAX_MS;
  return { nowMs, lastRunMs, isHeld };
}

/** After it a booking counts as ahead, for erasures. While time is not trusted: the earlier of the clock and its last reading. */
export function aheadFromMs({ nowMs, lastRunMs, isHeld }: TimeStatus): number {
  return isHeld && lastRunMs !== null ? Math.min(nowMs, lastRunMs) : nowMs;
}
