import { setTimeout as pause } from 'node:timers/promises';

/** Reads something for all who ask for it at the same time. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** All who hear of a change ask within so long. */
const GATHER_MS = 20;

/**
 * When something has changed, everybody who looks at it asks for it at once. The first is read for at once, and who asks while that is under way, or
 * in the moment after, shares the next reading: it begins after all of them have asked, so what made them ask is in it.
 */
export function sharedReads<T>(): SharedReads<T> {
  const reading = new Map<string, { readonly isOver: Promise<unknown>; next: Promise<T> | null }>();

  function start(key: string, read: () => Promise<T>): Promise<T> {
    const running = read();
    const isOver = Promise.allSettled([running, pause(GATHER_MS)]);
    const state = { isOver, next: null };
    reading.set(key, state);
    const forget = (): void => {
      if (reading.get(key) === state && state.next === null) reading.delete(key);
    };
    void isOver.then(forget);
    return running;
  }

  return (key, read) => {
    const state = reading.get(key);
    if (!state) return start(key, read);
    return (state.next ??= state.isOver.then(() => start(key, read)));
  };
}
