/** Wakes whoever delivers, when something has been put into the outbox: a new event must not wait for a timer. */
export interface Wakeup {
  ring(): void;
  /** Calls `listener` at each ringing, until the result is called. */
  listen(listener: () => void): () => void;
}

/** A wakeup of one process. */
export function createWakeup(): Wakeup {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
      const own = (): void => listener(); // one function may listen twice
      listeners.add(own);
      return () => void listeners.delete(own);
    },
  };
}
