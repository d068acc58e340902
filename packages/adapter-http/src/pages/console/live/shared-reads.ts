/** Reads something for all who ask for it at the same time. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * When something has changed, everybody who looks at it asks for it at once. The first is read for at once, and who asks while that is under way
 * shares the next reading: it begins afterwards, so what made her ask is in it.
 */
export function sharedReads<T>(): SharedReads<T> {
  const reading = new Map<string, { readonly running: Promise<T>; next: Promise<T> | null }>();

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const running = read();
    const state = { running, next: null };
    reading.set(key, state);
    const tidy = (): void => {
      if (reading.get(key) === state && state.next === null) reading.delete(key);
    };
    running.then(tidy, tidy);
    return running;
  }

  return (key, read) => {
    const state = reading.get(key);
    if (!state) return start(key, read);
    const again = (): Promise<T> => start(key, read);
    return (state.next ??= state.running.then(again, again));
  };
}
