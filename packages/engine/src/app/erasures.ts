/** Tells whoever delivers whose guests this process has erased: what is leased already may still tell of them. */
export interface Erasures {
  tell(bookingIds: readonly string[]): void;
  /** Calls `listener` with the bookings of each erasure, until the result is called. */
  listen(listener: (bookingIds: readonly string[]) => void): () => void;
}

export function createErasures(): Erasures {
  const listeners = new Set<(bookingIds: readonly string[]) => void>();
  return {
    tell(bookingIds) {
      for (const listener of listeners) listener(bookingIds);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
