/** Into which classes work is sorted, and how much of each is taken on: what `overload.ts` and `body-intake.ts` go by. */

/**
 * Classes of work, in the order in which they are let in; the last is the first to be shed. What partners change, what they read,
 * the pages that anybody can open, and ranges of availability. Work without a class (`/healthz`) is always let in.
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
  /** In one turn of the event loop none is begun after so many milliseconds; or half of the turn, if that is more. */
  readonly turnMs: number;
  /** So many wait for one of the two. Who comes then is shed. */
  readonly waiting: number;
  /** So long, in milliseconds; then they are shed, too. */
  readonly waitMs: number;
  /** So many bodies may be coming in at a time. They are waited for outside: no place is held meanwhile. */
  readonly arriving: number;
  /** So many of one key, token or address. */
  readonly arrivingEach: number;
  /** A body has so long, in milliseconds. */
  readonly arriveMs: number;
}

/** The limits of each class of work; {@link DEFAULT_LIMITS} is one. */
export type LoadLimits = Readonly<Record<Load, LoadLimit>>;

/**
 * Turns are kept short. Whoever comes waits for the turn that is under way, and a new connection is taken only once a turn, so a
 * server with long turns is deaf however little it does in them. A range lasts for many turns and has a share in each: few are begun at once.
 * Bookings wait together for a flush to disk: many are.
 *
 * Whatever is under way for one location is in the way of all others: in the turn in which its bookings are decided and flushed, in the pool of
 * connections from which it is read. So while others are asked for and the server is busy, its share is small.
 */
export const DEFAULT_LIMITS: LoadLimits = {
  booking: { atOnce: 512, atOnceEach: 4, turnMs: 20, waiting: 2048, waitMs: 4000, ...arrivals(1024, 64) },
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
