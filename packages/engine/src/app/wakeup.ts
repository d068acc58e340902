/** Wakes whoever delivers, when something has been put into the outbox: a new event must not wait for a timer. */
export interface Wakeup {
  ring(): void;
  listen(listener: () => void): () => void;
}

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
