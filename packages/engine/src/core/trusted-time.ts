/** The trust in a clock for deletion: with a wrong clock, guests with future visits would be erased (D45). */
import { HOUR_MS } from './instant.ts';

/** Maintenance runs every night; a longer time since the last run means that the clock has jumped, or that the time in between is unknown. */
const TIME_JUMP_MAX_MS = 48 * HOUR_MS;

/** The trust in the clock, to check before deletion. Instants are the storage's. */
export interface TimeStatus {
  /** The time of the storage's clock. */
  readonly nowMs: number;
  /** When nightly maintenance last ran on trusted time; null: never on this database. */
  readonly lastRunMs: number | null;
  /**
   * The time differs by more than 48 hours from the last run, in either direction: deletion stops until an operator accepts it, or the clock is
   * right again.
   */
  readonly isHeld: boolean;
}

/** Compares an instant with the last run. Accepts it if no run is known. */
export function timeStatusOf(lastRunMs: number | null, nowMs: number): TimeStatus {
  const isHeld = lastRunMs !== null && Math.abs(nowMs - lastRunMs) > TIME_JUMP_MAX_MS;
  return { nowMs, lastRunMs, isHeld };
}

/** Bookings after this instant count as future, for erasures. While time is not trusted: the earlier of the clock and its last reading. */
export function aheadFromMs({ nowMs, lastRunMs, isHeld }: TimeStatus): number {
  return isHeld && lastRunMs !== null ? Math.min(nowMs, lastRunMs) : nowMs;
}
