/** Classes of work, the capacity of each, and admission. `overload.ts` and `read-body.ts` enforce the limits. */
import type { ServerResponse } from 'node:http';

/**
 * Classes of work in order of priority; the last is shed first: changes by partners, reads by partners, public pages, availability of ranges. Work
 * without a class (`/healthz`) is always accepted.
 */
export const LOADS = ['booking', 'reading', 'pages', 'batch'] as const;
/** One of {@link LOADS}. */
export type Load = (typeof LOADS)[number];

/** The capacity of a class. */
export interface LoadLimit {
  /** Number of requests that are processed concurrently. */
  readonly atOnce: number;
  /** Of these, the number for one location while several are requested and the server is busy. */
  readonly atOnceEach: number;
  /** In one turn of the event loop, no work begins after this many milliseconds or, if longer, after half of the turn. */
  readonly turnMs: number;
  /** Number of requests that can wait for a free place. Further requests are shed. */
  readonly waiting: number;
  /** The longest wait in milliseconds; afterwards the request is shed. */
  readonly waitMs: number;
  /** Number of bodies that can arrive concurrently. A request does not occupy a place while its body arrives. */
  readonly arriving: number;
  /** Of these, the number for one key, token or IP address. */
  readonly arrivingEach: number;
  /** The longest time in milliseconds for a body to arrive. */
  readonly arriveMs: number;
}

/** The limits of each class of work; {@link DEFAULT_LIMITS} is one. */
export type LoadLimits = Readonly<Record<Load, LoadLimit>>;

/**
 * Turns of the event loop are short. A request waits for the current turn, and the server accepts new connections only once a turn. With long turns
 * the server would be unresponsive even at low load. A range takes many turns and has a share in each, so few ranges run concurrently. Many
 * bookings run concurrently because they share a flush to disk.
 *
 * Requests for one location delay all others: they share the turn in which bookings are decided and flushed, and the connection pool. Therefore the
 * share of one location is small while others are requested and the server is busy.
 */
export const DEFAULT_LIMITS: LoadLimits = {
  booking: { atOnce: 512, atOnceEach: 4, turnMs: 10, waiting: 2048, waitMs: 4000, ...arrivals(1024, 64) },
  reading: { atOnce: 128, atOnceEach: 8, turnMs: 4, waiting: 256, waitMs: 1000, ...arrivals(128, 16) },
  pages: { atOnce: 32, atOnceEach: 32, turnMs: 4, waiting: 128, waitMs: 2000, ...arrivals(256, 64) },
  batch: { atOnce: 4, atOnceEach: 2, turnMs: 4, waiting: 64, waitMs: 2000, ...arrivals(256, 16) },
};

function arrivals(arriving: number, arrivingEach: number) {
  return { arriving, arrivingEach, arriveMs: 10_000 };
}

export function forEachLoad<T>(valueOf: (load: Load) => T): Record<Load, T> {
  return Object.fromEntries(LOADS.map((load) => [load, valueOf(load)])) as Record<Load, T>;
}

export class ShedError extends Error {
  readonly load: Load;

  constructor(load: Load) {
    super(`no room for ${load}`);
    this.load = load;
  }
}

interface GateStats {
  /** Requests that are being worked on. */
  readonly running: number;
  /** Requests that wait to be let in. */
  readonly waiting: number;
}

/** The current load of a class. */
export interface LoadStats extends GateStats {
  /** Requests whose bodies are arriving. */
  readonly arriving: number;
}

/** A place that admitted work holds. */
export interface Admission {
  /** Releases the place while `wait` runs, such as for a slow body, then takes one again; throws {@link ShedError} after too long. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** Admits work up to the capacity. */
export interface Overload {
  /**
   * Runs the work now or soon. Throws {@link ShedError} without capacity; the work has not started then.
   * @param locationId the location of the work; null if the request does not name one
   * @param response when it closes, the work stops waiting: it starts, and must detect that its connection has closed
   */
  run<T>(
    load: Load,
    locationId: string | null,
    work: (admission: Admission) => Promise<T>,
    response?: ServerResponse,
  ): Promise<T>;
  /** Takes a place; `leave` releases it. Null: immediately; otherwise when the promise resolves. Fails with {@link ShedError}. */
  enter(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> | null;
  leave(load: Load, locationId: string | null): void;
  stats(): Readonly<Record<Load, GateStats>>;
}

/** For work that does not hold a place. */
export const UNBOUNDED: Admission = { outside: (wait) => wait() };

export const NO_LIMITS: Overload = {
  run: (_, __, work) => work(UNBOUNDED),
  enter: () => null,
  leave: () => undefined,
  stats: () => forEachLoad(() => ({ running: 0, waiting: 0 })),
};
