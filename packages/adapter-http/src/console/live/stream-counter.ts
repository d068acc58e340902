/** Limits the open streams, because each one costs some memory. */

/** An owner of streams, such as a member or a session, with the limit of their streams. */
export type StreamShare = readonly [owner: string, atMost: number];

export interface StreamCounter {
  /** Counts one more stream in each of these shares, until the result is called; null if a share or the total is used up. */
  open(...shares: readonly StreamShare[]): (() => void) | null;
}

/** @param total the limit of all owners together */
export function createStreamCounter(total: number): StreamCounter {
  const counts = new Map<string, number>();
  const add = (owner: string, more: number): void => {
    const count = (counts.get(owner) ?? 0) + more;
    if (count > 0) counts.set(owner, count);
    else counts.delete(owner);
  };
  return {
    open(...given) {
      const shares: readonly StreamShare[] = [...given, ['', total]];
      if (shares.some(([owner, atMost]) => (counts.get(owner) ?? 0) >= atMost)) return null;
      for (const [owner] of shares) add(owner, 1);
      let isOpen = true;
      return () => {
        if (isOpen) for (const [owner] of shares) add(owner, -1);
        isOpen = false;
      };
    },
  };
}
