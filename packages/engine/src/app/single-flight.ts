/** Lets equal concurrent questions share one computation (§4.2). */
export interface SingleFlight<T> {
  share(key: string, compute: () => Promise<T>): Promise<T>;
}

/** Equal keys mean equal questions. A failure is shared and not kept. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>();
  return {
    share(key, compute) {
      const known = underWay.get(key);
      if (known) return known;
      const computing = compute().finally(() => underWay.delete(key));
      underWay.set(key, computing);
      return computing;
    },
  };
}
