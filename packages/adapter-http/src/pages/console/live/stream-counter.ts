/** How many streams are open at a time: a connection that stays costs little, but not nothing. */
export interface StreamLimits {
  /** Of one session, which is one browser: it has six connections to a server at most, and needs some for its pages. */
  readonly perSession: number;
  /** Of all. */
  readonly total: number;
}

const DEFAULT_STREAM_LIMITS: StreamLimits = { perSession: 4, total: 1000 };

/** Counts the streams of this process. */
export interface StreamCounter {
  /** Counts one more of a session, until the result is called; null where there are enough. */
  open(sessionId: string): (() => void) | null;
}

export function createStreamCounter({
  perSession,
  total,
}: StreamLimits = DEFAULT_STREAM_LIMITS): StreamCounter {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    open(sessionId) {
      const count = counts.get(sessionId) ?? 0;
      if (count >= perSession || all >= total) return null;
      counts.set(sessionId, count + 1);
      all += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        all -= 1;
        const left = counts.get(sessionId)! - 1;
        if (left > 0) counts.set(sessionId, left);
        else counts.delete(sessionId);
      };
    },
  };
}
