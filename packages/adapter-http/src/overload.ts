/**
 * What a server does with more work than it can do: it does what matters most, in time, and says so to the rest. Otherwise all of it
 * would be done too late.
 */

/**
 * Classes of work, in the order in which they are let in; the last is the first to be turned away. What changes bookings, what is read,
 * and ranges of availability. Work without a class (`/healthz`) is always let in.
 */
export const LOADS = ['booking', 'reading', 'batch'] as const;
export type Load = (typeof LOADS)[number];

/** How much of a class is taken on. */
export interface LoadLimit {
  /** So many requests are worked on at a time. */
  readonly atOnce: number;
  /** In one turn of the event loop none is begun after so many milliseconds; or half of the turn, if that is more. */
  readonly turnMs: number;
  /** So many wait for one of the two. Who comes then is turned away. */
  readonly waiting: number;
  /** So long, in milliseconds; then they are turned away, too. */
  readonly waitMs: number;
}

export type LoadLimits = Readonly<Record<Load, LoadLimit>>;

/**
 * Turns are kept short. Whoever comes waits for the turn that is under way, and a new connection is taken only once a turn, so a
 * server with long turns is deaf however little it does in them. A range lasts for many turns and has a share in each: few are begun at once.
 * Bookings wait together for a flush to disk: many are.
 */
export const DEFAULT_LIMITS: LoadLimits = {
  booking: { atOnce: 512, turnMs: 20, waiting: 2048, waitMs: 5000 },
  reading: { atOnce: 128, turnMs: 4, waiting: 256, waitMs: 1000 },
  batch: { atOnce: 4, turnMs: 4, waiting: 64, waitMs: 2000 },
};

/** What goes on in a class. */
export interface LoadStand {
  readonly running: number;
  readonly waiting: number;
}

/** Lets work in, as much as there is room for. */
export interface Overload {
  /** Does the work now, or soon; null when there is no room, and the work has not been begun. */
  run<T>(load: Load, work: () => Promise<T>): Promise<T | null>;
  /** Work of this class would be turned away at this moment. */
  turnsAway(load: Load): boolean;
  stand(): Readonly<Record<Load, LoadStand>>;
}

/** Lets everything in. */
export const NO_LIMITS: Overload = {
  run: (_, work) => work(),
  turnsAway: () => false,
  stand() {
    const nothing = { running: 0, waiting: 0 };
    return { booking: nothing, reading: nothing, batch: nothing };
  },
};

interface Waiting {
  readonly untilMs: number;
  readonly settle: (isIn: boolean) => void;
}

interface Gate extends LoadLimit {
  running: number;
  /** In order of their coming. */
  readonly queue: Set<Waiting>;
}

/** How often those are looked for who have waited too long. */
const SWEEP_MS = 100;

/** Half of a turn is at most so long. */
const HALF_MS_MAX = 30;

export function createOverload(limits: LoadLimits = DEFAULT_LIMITS): Overload {
  const gate = (load: Load): Gate => ({ ...limits[load], running: 0, queue: new Set() });
  const gates: Readonly<Record<Load, Gate>> = {
    booking: gate('booking'),
    reading: gate('reading'),
    batch: gate('batch'),
  };
  const inOrder = LOADS.map((load) => gates[load]);
  const turn = createTurn(nextTurn);
  let isSweeping = false;
  let lastInMs = 0;
  let halfMs = 0;

  /** What has gone on since the last one was let in (saying no, for the most part) must not take all of the time. */
  function nextTurn(): void {
    halfMs = Math.min(performance.now() - lastInMs, HALF_MS_MAX);
    letIn();
  }

  /** Lets the first of those in who wait and may come now; then the next, when that one has done what it can do at once. */
  function letIn(): void {
    const open = inOrder.find(({ queue, running, atOnce }) => queue.size > 0 && running < atOnce);
    if (!open) return;
    if (turn.passedMs() >= Math.max(open.turnMs, halfMs)) return turn.again();
    lastInMs = performance.now();
    open.running += 1;
    const [first] = open.queue;
    first!.settle(true);
    afterwards(letIn);
  }

  function wait({ queue, waitMs }: Gate): Promise<boolean> {
    sweepLater();
    turn.again();
    return new Promise((resolve) => {
      const waiting: Waiting = {
        untilMs: performance.now() + waitMs,
        settle(isIn) {
          queue.delete(waiting);
          resolve(isIn);
        },
      };
      queue.add(waiting);
    });
  }

  function sweepLater(): void {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      const nowMs = performance.now();
      for (const { queue } of inOrder) for (const one of queue) if (nowMs >= one.untilMs) one.settle(false);
      if (inOrder.some(({ queue }) => queue.size > 0)) sweepLater();
    }, SWEEP_MS).unref();
  }

  return {
    async run(load, work) {
      const at = gates[load];
      if (at.queue.size === 0 && at.running < at.atOnce && turn.passedMs() < at.turnMs) at.running += 1;
      else if (at.queue.size >= at.waiting || !(await wait(at))) return null;
      try {
        return await work();
      } finally {
        at.running -= 1;
        if (at.queue.size > 0) turn.again();
      }
    },
    turnsAway: (load) => gates[load].queue.size >= gates[load].waiting,
    stand() {
      const standOf = ({ running, queue }: Gate): LoadStand => ({ running, waiting: queue.size });
      const { booking, reading, batch } = gates;
      return { booking: standOf(booking), reading: standOf(reading), batch: standOf(batch) };
    },
  };
}

/** A turn of the event loop. */
interface Turn {
  /** Since this turn was first asked about. */
  passedMs(): number;
  /** Calls `next` in the next turn. */
  again(): void;
}

function createTurn(next: () => void): Turn {
  let startedMs = 0;
  let isOpen = false;
  let isWanted = false;

  function open(): void {
    isOpen = true;
    startedMs = performance.now();
    setImmediate(() => {
      isOpen = false;
      if (!isWanted) return;
      isWanted = false;
      next();
    });
  }

  return {
    passedMs() {
      if (!isOpen) open();
      return performance.now() - startedMs;
    },
    again() {
      isWanted = true;
      if (!isOpen) open();
    },
  };
}

/** Still in this turn, and after all that does not have to wait for the outside. */
function afterwards(then: () => void): void {
  queueMicrotask(() => process.nextTick(then));
}
