import { setTimeout as pause } from 'node:timers/promises';

/** Reads something for all who ask for it at the same time. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/** All who hear of a change ask within so long. */
const GATHER_MS = 15;

/** A reading begins after all who share it have asked, and after the one before is over: a change makes everybody ask at once. */
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
