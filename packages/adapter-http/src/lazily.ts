/**
 * Makes something when it is first asked for, and has it from then on: who asks meanwhile waits for the same. What could not be made is tried
 * again by the next, who is not told of a fault that is over.
 */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
