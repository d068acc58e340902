import type { Location } from '@bord/engine';
import { addUtcDays, HOUR_MS } from './instants.ts';

/** Instants at which nothing starts: from the first on, and before the second. */
export type Closed = readonly { readonly fromMs: number; readonly toMs: number }[];

const LOCAL_OFFSET_MS = HOUR_MS;
const NEVER: Closed = [];

/** When the restaurants are closed, by each revision of their plans. */
export class Plans {
  readonly #latest = new Map<string, Location>();
  readonly #closed = new Map<string, Closed>();

  /** The plan of a location has become another. */
  put(location: Location): void {
    this.#latest.set(location.id, location);
    this.#closed.set(`${location.id} ${location.revision}`, closedIn(location));
  }

  /** As a step knew it that was decided on this revision. */
  closedAt(locationId: string, revision: number): Closed {
    return this.#closed.get(`${locationId} ${revision}`) ?? NEVER;
  }

  latest(locationId: string): Closed {
    const location = this.#latest.get(locationId);
    return location ? this.closedAt(locationId, location.revision) : NEVER;
  }

  /** Some plan of the location has been such that it was closed then. */
  wasEverClosed(locationId: string, ms: number): boolean {
    return [...this.#closed].some(([key, closed]) => key.startsWith(locationId) && isClosed(closed, ms));
  }
}

export const isClosed = (closed: Closed, ms: number): boolean =>
  closed.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);

/** Dates, both included, or hours by the location's clock. */
function closedIn({ closures }: Location): Closed {
  return closures.map(({ from, to }) => {
    const isDates = from.length === 10;
    return {
      fromMs: Date.parse(isDates ? from : `${from}Z`) - LOCAL_OFFSET_MS,
      toMs: Date.parse(isDates ? addUtcDays(to, 1) : `${to}Z`) - LOCAL_OFFSET_MS,
    };
  });
}
