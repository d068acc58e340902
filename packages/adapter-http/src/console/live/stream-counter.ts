/** How many streams are open at a time: a connection that stays costs little, but not nothing. */

/** Someone who opens streams, or a group that shares a limit, and how many streams they may have. */
export type StreamShare = readonly [owner: string, atMost: number];

export interface StreamCounter {
  /** Counts one more in each of these shares, until the result is called; null if one of them, or the total, is used up. */
  open(...shares: readonly StreamShare[]): (() => void) | null;
}

/** @param total of all owners together */
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
