/** Bodies that are coming in. Who sends slowly waits alone: for herself, not in the place of others. */
import type { HttpRequest } from './http-request.ts';
import { forEachLoad, type Load, type LoadLimit, type LoadLimits } from './load-limits.ts';
import { ShedError } from './overload.ts';

/** Too many bodies of one key, token or address are coming in at once; a newer one has taken the place of this one. */
export class TooManyArriving extends Error {}

/** A body took too long. Whether its sender was slow or this process stood still nobody can tell, so it is worth a second try. */
export class ArrivedLate extends Error {}

export interface BodyIntake {
  /**
   * Waits for a body. Of each owner, such as a key or an address, and of each class only so many are waited for: where there would be more,
   * the one that has been coming for longest gives way. A body that comes at once is therefore never kept out by slow ones.
   *
   * Throws {@link TooManyArriving} or {@link ShedError} when it had to give way for its owner's or for everybody's bodies, and
   * {@link ArrivedLate} when it did not come in time.
   */
  receive<T>(load: Load, owners: readonly string[], read: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** How many of a class are waited for. */
  arriving(load: Load): number;
}

/**
 * Waits for the body of a request, without the place that the work for it holds: nobody else waits for a slow sender.
 *
 * @param owners whose body it is, such as the key or the address that sends it: of each only so many are waited for
 */
export type Receive = <T>(
  read: (request: HttpRequest, signal?: AbortSignal) => Promise<T>,
  owners: readonly string[],
) => Promise<T>;

interface Arriving {
  readonly sets: readonly Set<Arriving>[];
  readonly stopping: AbortController;
}

/** What is waited for where nothing else is limited: as many as come, for so long. */
const UNLIMITED = { arriving: Infinity, arrivingEach: Infinity, arriveMs: 10_000 };

/** @param limits `false`: any number */
export function createBodyIntake(limits: LoadLimits | false): BodyIntake {
  const all = forEachLoad(() => new Set<Arriving>());
  const owned = new Map<string, Set<Arriving>>();

  function ownedBy(name: string): Set<Arriving> {
    const known = owned.get(name);
    if (known) return known;
    const fresh = new Set<Arriving>();
    owned.set(name, fresh);
    return fresh;
  }

  function makeRoom(set: Set<Arriving>, atMost: number, reason: () => Error): void {
    const [oldest] = set;
    if (set.size < atMost || !oldest) return;
    forget(oldest);
    oldest.stopping.abort(reason());
  }

  function forget(one: Arriving): void {
    for (const set of one.sets) set.delete(one);
  }

  return {
    async receive(load, owners, read) {
      const { arriving, arrivingEach, arriveMs }: Arrivals = limits === false ? UNLIMITED : limits[load];
      const names = owners.map((owner) => `${load} ${owner}`);
      for (const name of names) makeRoom(ownedBy(name), arrivingEach, () => new TooManyArriving());
      makeRoom(all[load], arriving, () => new ShedError(load));
      const one = { sets: [all[load], ...names.map(ownedBy)], stopping: new AbortController() };
      for (const set of one.sets) set.add(one);
      const timer = setTimeout(() => one.stopping.abort(new ArrivedLate()), arriveMs);
      try {
        return await read(one.stopping.signal);
      } finally {
        clearTimeout(timer);
        forget(one);
        for (const name of names) if (owned.get(name)?.size === 0) owned.delete(name);
      }
    },
    arriving: (load) => all[load].size,
  };
}

type Arrivals = Pick<LoadLimit, 'arriving' | 'arrivingEach' | 'arriveMs'>;
