/** The time of day: the system's, or a test's. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z; fractions are dropped. */
  nowMs(): number;
}

/** The same clock in whole milliseconds, which is what can be saved. The system's, which is the default, has no others. */
export const wholeClock = (clock?: Clock): Clock =>
  clock ? { nowMs: () => Math.floor(clock.nowMs()) } : { nowMs: () => Date.now() };
