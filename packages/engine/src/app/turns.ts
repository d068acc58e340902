/** Lets work on one thing be done one after the other, in this process. */
export interface Turns {
  /** Runs `work` when all work that was given earlier for this key is done, however that ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Work of different keys does not wait for each other. A key without work takes no room. */
export function createTurns(): Turns {
  const latest = new Map<string, Promise<void>>();
  const leave = (key: string, over: Promise<void>): void => {
    if (latest.get(key) === over) latest.delete(key);
  };
  return {
    take(key, work) {
      const done = (latest.get(key) ?? Promise.resolve()).then(work);
      const over: Promise<void> = done.then(
        () => leave(key, over),
        () => leave(key, over),
      );
      latest.set(key, over);
      return done;
    },
  };
}
