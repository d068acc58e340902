import type { Invalidation } from '../src/ports/invalidations.ts';
import type { Storage } from '../src/ports/storage.ts';

/** A call that is held. */
interface HeldCall {
  /** Resolves when the call has arrived there. */
  readonly reached: Promise<void>;
  /** Lets the call continue. */
  release(): void;
}

/** One process's access to a storage. Several on one storage represent several processes. */
export interface WatchedStorage {
  readonly storage: Storage;
  /** The calls so far, as `port.method`; for records with their kinds: `records.find keys`. */
  readonly calls: string[];
  /** The number of calls of a method. */
  count(call: string): number;
  /** Holds the next call of `port.method`: before it reaches the storage, or after the storage has answered and before the caller gets the answer. */
  hold(call: string, at: 'before' | 'after'): HeldCall;
  /** The next call of `port.method` rejects with this error, without reaching the storage. */
  fail(call: string, error: unknown): void;
  /** Sends an invalidation as from another process. */
  tell(invalidation: Invalidation): void;
  readonly listeners: ReadonlySet<unknown>;
}

type Stop = { readonly at: 'before' | 'after'; pass(): Promise<void> };
type Method = (...args: unknown[]) => Promise<unknown>;

export function watched(sound: Storage): WatchedStorage {
  const calls: string[] = [];
  const stopsByCall = new Map<string, Stop[]>();
  const listeners = new Set<(invalidation: Invalidation) => void>();

  function watchedPort(port: string, methods: object): object {
    const through = ([name, method]: [string, Method]): [string, Method] => {
      return [
        name,
        async (...args) => {
          const call = `${port}.${name}${port === 'records' ? kindsOf(args[0]) : ''}`;
          calls.push(call);
          const stop = stopsByCall.get(call)?.shift();
          if (stop?.at === 'before') await stop.pass();
          const result = await method.apply(methods, args);
          if (stop?.at === 'after') await stop.pass();
          return result;
        },
      ];
    };
    return Object.fromEntries(Object.entries(methods).map(through));
  }

  function stopNext(call: string, at: 'before' | 'after', pass: () => Promise<void>): void {
    stopsByCall.set(call, [...(stopsByCall.get(call) ?? []), { at, pass }]);
  }

  const ports = Object.entries(sound)
    .filter(([, port]) => typeof port === 'object')
    .map(([port, methods]) => [port, watchedPort(port, methods as object)]);
  const invalidations: Storage['invalidations'] = {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    storage: { ...sound, ...(Object.fromEntries(ports) as Storage), invalidations },
    calls,
    count: (call) => calls.filter((made) => made === call).length,
    hold(call, at) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      stopNext(call, at, () => {
        reached.resolve();
        return released.promise;
      });
      return { reached: reached.promise, release: () => released.resolve() };
    },
    fail: (call, error) => stopNext(call, 'before', () => Promise.reject(error)),
    tell(invalidation) {
      for (const listener of listeners) listener(invalidation);
    },
    listeners,
  };
}

/** The kind of the argument of a method of `records`. */
function kindsOf(given: unknown): string {
  if (typeof given === 'string') return ` ${given}`;
  const { select = given } = given as { readonly select?: object };
  return ` ${Object.keys(select as object).join('+')}`;
}
