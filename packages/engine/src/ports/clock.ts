/** The current time: the system's, or a test's. */
export interface Clock {
  /** Whole milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/** The same clock, which throws a `TypeError` when it returns another value than a whole number. Defaults to the system's. */
export function wholeClock(clock?: Clock): Clock {
  if (!clock) return { nowMs: () => Date.now() };
  return {
    nowMs() {
      const nowMs = clock.nowMs();
      if (Number.isSafeInteger(nowMs)) return nowMs;
      throw new TypeError(
        `clock.nowMs must return whole milliseconds since 1970, such as those of Date.now(): it returned ${String(nowMs)}`,
      );
    },
  };
}
