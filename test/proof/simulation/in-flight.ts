import type { Storage } from '@bord/engine';

/** Open calls of a storage: no turn is given before they end. */
export interface InFlight {
  count: number;
}

/** A method of a storage or of one of its parts. */
export type Call = (...args: unknown[]) => Promise<unknown>;

/** A storage whose calls are counted while they last. One in memory needs no time. */
export function withInFlight(storage: Storage, inFlight: InFlight): Storage {
  return callsOf(storage, (call) => async (...args) => {
    inFlight.count += 1;
    try {
      return await call(...args);
    } finally {
      inFlight.count -= 1;
    }
  });
}

/** A storage of which every call is another. */
export function callsOf(storage: Storage, other: (call: Call) => Call): Storage {
  const part = ([name, of]: [string, unknown]): [string, unknown] => {
    if (typeof of === 'function') return [name, other(of as Call)];
    if (typeof of !== 'object' || of === null) return [name, of];
    return [
      name,
      Object.fromEntries(Object.entries(of as Record<string, Call>).map(([key, call]) => [key, other(call)])),
    ];
  };
  const { invalidations } = storage; // notifications are not awaited
  return { ...(Object.fromEntries(Object.entries(storage).map(part)) as unknown as Storage), invalidations };
}
