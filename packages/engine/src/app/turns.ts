/** Runs work on the same key one after another, in this process. */
export interface Turns {
  /** Runs `work` when all earlier work for this key is done, also if that failed. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Work of different keys runs concurrently. A key without work uses no memory. */
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
