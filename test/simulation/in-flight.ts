import type { Storage } from '@bord/engine';

/** Calls of a storage that have not ended: nobody is given a turn meanwhile. */
export interface InFlight {
  count: number;
}

type Call = (...args: unknown[]) => Promise<unknown>;

/** A storage whose calls are counted while they last. One in memory needs no time. */
export function withInFlight(storage: Storage, inFlight: InFlight): Storage {
  const counted =
    (call: Call): Call =>
    async (...args) => {
      inFlight.count += 1;
      try {
        return await call(...args);
      } finally {
        inFlight.count -= 1;
      }
    };
  const part = ([name, of]: [string, unknown]): [string, unknown] => {
    if (typeof of === 'function') return [name, counted(of as Call)];
    if (typeof of !== 'object' || of === null) return [name, of];
    return [
      name,
      Object.fromEntries(
        Object.entries(of as Record<string, Call>).map(([key, call]) => [key, counted(call)]),
      ),
    ];
  };
  const { invalidations } = storage; // whoever hears of changes does not wait for them
  return { ...(Object.fromEntries(Object.entries(storage).map(part)) as unknown as Storage), invalidations };
}
