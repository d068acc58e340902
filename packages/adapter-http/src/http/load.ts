/** Classes of work, how much of each is taken on, and how work is let in. `overload.ts` and `read-body.ts` hold the limits. */
import type { ServerResponse } from 'node:http';

/**
 * Classes of work in order of priority; the last is shed first: changes by partners, reads by partners, public pages, availability of ranges. Work
 * without a class (`/healthz`) is always accepted.
 */
export const LOADS = ['booking', 'reading', 'pages', 'batch'] as const;
/** One of {@link LOADS}. */
export type Load = (typeof LOADS)[number];

/** How much of a class is taken on. */
export interface LoadLimit {
  /** So many requests are worked on at a time. */
  readonly atOnce: number;
  /** So many of them for one location, while several are asked for and the server is busy. */
  readonly atOnceEach: number;
  /** In one turn of the event loop, no work begins after this many milliseconds or, if longer, after half of the turn. */
  readonly turnMs: number;
  /** Number of requests that can wait for a free place. Further requests are shed. */
  readonly waiting: number;
  /** So long, in milliseconds; then they are shed, too. */
  readonly waitMs: number;
  /** Number of bodies that can arrive concurrently. A request does not occupy a place while its body arrives. */
  readonly arriving: number;
  /** So many of one key, token or address. */
  readonly arrivingEach: number;
  /** A body has so long, in milliseconds. */
  readonly arriveMs: number;
}

/** The limits of each class of work; {@link DEFAULT_LIMITS} is one. */
export type LoadLimits = Readonly<Record<Load, LoadLimit>>;

/**
 * Turns of the event loop are short. A request waits for the current turn, and the server accepts new connections only once a turn. With long turns
 * the server would be unresponsive even at low load. A range takes many turns and has a share in each, so few ranges run concurrently. Many bookings
 * run concurrently because they share a flush to disk.
 *
 * Whatever is under way for one location is in the way of all others: in the turn in which its bookings are decided and flushed, in the pool of
 * connections from which it is read. So while others are asked for and the server is busy, its share is small.
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

/** A value for each class. */
export function forEachLoad<T>(valueOf: (load: Load) => T): Record<Load, T> {
  return Object.fromEntries(LOADS.map((load) => [load, valueOf(load)])) as Record<Load, T>;
}

/** There is no room for work of this class. */
export class ShedError extends Error {
  readonly load: Load;

  constructor(load: Load) {
    super(`no room for ${load}`);
    this.load = load;
  }
}

/** What goes on at the gate of a class. */
interface GateStats {
  /** Requests that are being worked on. */
  readonly running: number;
  /** Requests that wait to be let in. */
  readonly waiting: number;
}

/** The current load of a class. */
export interface LoadStats extends GateStats {
  /** Requests whose bodies are waited for. */
  readonly arriving: number;
}

/** What work that has been let in holds. */
export interface Admission {
  /** Gives the place back while `wait` runs, such as for a slow body, then takes one again; throws {@link ShedError} after too long. */
  outside<T>(wait: () => Promise<T>): Promise<T>;
}

/** Lets work in, as much as there is room for. */
export interface Overload {
  /**
   * Does the work now, or soon. Throws {@link ShedError} when there is no room: then the work has not been begun.
   *
   * @param locationId whose work it is; null where the request does not say
   * @param response when it closes, the work waits no longer: it begins, and must find out that its connection has closed
   */
  run<T>(
    load: Load,
    locationId: string | null,
    work: (admission: Admission) => Promise<T>,
    response?: ServerResponse,
  ): Promise<T>;
  /** Takes a place, given back by `leave`. Null: immediately; else once the promise resolves. Fails with {@link ShedError} without room. */
  enter(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> | null;
  leave(load: Load, locationId: string | null): void;
  stats(): Readonly<Record<Load, GateStats>>;
}

/** For work that holds no place. */
export const UNBOUNDED: Admission = { outside: (wait) => wait() };

/** Lets everything in. */
export const NO_LIMITS: Overload = {
  run: (_, __, work) => work(UNBOUNDED),
  enter: () => null,
  leave: () => undefined,
  stats: () => forEachLoad(() => ({ running: 0, waiting: 0 })),
};
