/** The list of all benchmarks. A new one is written here, and its figures get floors with `--record`. */
import type { Figure } from './figure.ts';
import type { Curve } from './plot.ts';

/** A benchmark with its own process. */
export interface Benchmark {
  readonly about: string;
  readonly run: () => Promise<Figure[]>;
  /** The cost over a growing size; only for the plot. */
  readonly curves?: () => Promise<Curve[]>;
}

export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  batch: {
    about: 'P2 P3 P4  availability from bookings in memory: a batch cold and warm, a day and size',
    run: async () => (await import('./batch.ts')).run(),
    curves: async () => (await import('./sizes.ts')).curves(),
  },
  policies: {
    about: 'P18       what a policy of two classes costs P1 to P4',
    run: async () => (await import('./policies.ts')).run(),
  },
  http: {
    about: 'P1 P11    bord serve over sockets: a cached day, bookings',
    run: async () => (await import('./http.ts')).run(),
  },
  sqlite: {
    about: 'P6        bookings on SQLite, each flushed to disk',
    run: async () => (await import('./sqlite.ts')).run(),
  },
  start: {
    about: 'P9        bord serve: start to first answer, memory at rest',
    run: async () => (await import('./start.ts')).run(),
  },
  pg: {
    about: 'P5 P7     bookings on PostgreSQL, and rivals for the last tables',
    run: async () => (await import('./others.ts')).pg(),
  },
  webhooks: {
    about: 'P8        webhooks through the outbox, on SQLite and PostgreSQL',
    run: async () => (await import('./webhooks.ts')).run(),
  },
  events: {
    about: 'P18       bookings while a subscriber reads all events, on SQLite and PostgreSQL',
    run: async () => (await import('./events.ts')).run(),
  },
  within: {
    about: 'P18       bookings in a transaction of the host, on SQLite and PostgreSQL',
    run: async () => (await import('./within.ts')).run(),
  },
  assistants: {
    about: 'P18       calls of the MCP server next to the same API operations, on SQLite',
    run: async () => (await import('./assistants.ts')).run(),
  },
  locations: {
    about: 'P18       a list of 500 locations in one transaction, on SQLite and PostgreSQL',
    run: async () => (await import('./locations.ts')).run(),
  },
  're-seating': {
    about: 'P10       re-seating: decided, how fast, and what it is worth',
    run: async () => (await import('./others.ts')).reSeating(),
  },
  'hard-house': {
    about: 'P12       re-seating in a full house of 33 classes of tables',
    run: async () => (await import('./others.ts')).hardRestaurant(),
  },
  neighbour: {
    about: 'P12       what a full restaurant of 33 classes of tables costs the one beside it',
    run: async () => (await import('./neighbour.ts')).run(),
  },
  rush: {
    about: 'P13       what a rush at one restaurant costs ten others on the same server',
    run: async () => (await import('./rush.ts')).run(),
  },
  growth: {
    about:
      'P13       thousands of restaurants on one database: start, memory, the night, /metrics, a hot date',
    run: async () => (await import('./many-locations.ts')).run(),
  },
  distance: {
    about:
      'P17 P19   a server 80 ms away from its PostgreSQL: days and bookings; round trips and bytes of a booking',
    run: async () => (await import('./distance.ts')).run(),
  },
  console: {
    about: 'P15       the console: a day of forty tables and two hundred bookings',
    run: async () => (await import('./console.ts')).run(),
  },
  consoles: {
    about: 'P16       what open consoles cost a booking, and how soon they show it',
    run: async () => (await import('./open-consoles.ts')).run(),
  },
  'console-servers': {
    about: 'P16       two browsers at two servers on PostgreSQL: how soon one shows what the other has done',
    run: async () => (await import('./console-servers.ts')).run(),
  },
};
