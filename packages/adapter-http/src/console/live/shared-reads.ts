import { setTimeout as pause } from 'node:timers/promises';

/** Shares one reading between concurrent callers. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** The time within which all clients react to a change. */
const GATHER_MS = 15;

/** A reading starts after all its callers have asked and the previous one has ended, because all clients ask after a change. */
export function sharedReads<T>(): SharedReads<T> {
  const waiting = new Map<string, Promise<T>>();
  const running = new Map<string, Promise<unknown>>();

  async function next(key: string, read: () => Promise<T>): Promise<T> {
    await Promise.all([pause(GATHER_MS), running.get(key)]);
    waiting.delete(key);
    const result = read();
    const isOver: Promise<unknown> = Promise.allSettled([result]);
    const forget = (): void => {
      if (running.get(key) === isOver) running.delete(key);
    };
    void isOver.then(forget);
    running.set(key, isOver);
    return result;
  }

  return (key, read) => {
    const known = waiting.get(key);
    if (known) return known;
    const shared = next(key, read);
    waiting.set(key, shared);
    return shared;
  };
}
