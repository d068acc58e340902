/** Under overload the most important work is done in time and the rest is shed; otherwise all would be late. */
import type { ServerResponse } from 'node:http';
import {
  DEFAULT_LIMITS,
  forEachLoad,
  type Load,
  type LoadLimit,
  type LoadLimits,
  LOADS,
  type Overload,
  ShedError,
} from './load.ts';

/** How often requests that waited too long are shed. */
const SWEEP_MS = 100;

/** The limit of half a turn. */
const OUTSIDE_MS_MAX = 10;

/** @param isBusy whether requests delay each other at this time */
export function createOverload(
  limits: LoadLimits = DEFAULT_LIMITS,
  isBusy: () => boolean = () => true,
): Overload {
  const locations = new Locations(isBusy);
  const gates = forEachLoad((load) => new Gate(limits[load], locations));
  const inOrder = LOADS.map((load) => gates[load]);
  const turn = createTurn(nextTurn);
  const sweepLater = sweeperOf(inOrder);
  let lastInMs = 0;
  let outsideMs = 0;

  /** The time since the last admission (mostly rejections) must not use the whole turn. */
  function nextTurn(): void {
    outsideMs = Math.min(performance.now() - lastInMs, OUTSIDE_MS_MAX);
    letIn();
  }

  /** Admits the first waiting request that has a place; then the next, after its synchronous part. */
  function letIn(): void {
    const open = inOrder.find(({ isOpen }) => isOpen);
    if (!open) return;
    if (turn.passedMs() >= Math.max(open.limit.turnMs, outsideMs)) return turn.again();
    lastInMs = performance.now();
    open.letIn();
    // In the same turn, after all work that does not wait for I/O.
    queueMicrotask(() => process.nextTick(letIn));
  }

  /** Takes a place immediately; false if there is none. */
  const take = (at: Gate, locationId: string | null): boolean =>
    turn.passedMs() < at.limit.turnMs && at.take(locationId);

  async function queueUp(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> {
    sweepLater();
    turn.again();
    if (!(await gates[load].wait(locationId, response))) throw new ShedError(load);
  }

  function leave(load: Load, locationId: string | null): void {
    gates[load].leave(locationId);
    if (gates[load].waiting > 0) turn.again();
  }

  function enter(load: Load, locationId: string | null, response?: ServerResponse): Promise<void> | null {
    locations.note(locationId);
    if (take(gates[load], locationId)) return null;
    if (!gates[load].mayWait(locationId)) throw new ShedError(load);
    return queueUp(load, locationId, response);
  }

  return {
    enter,
    async run(load, locationId, work, response) {
      const coming = enter(load, locationId, response);
      if (coming) await coming;
      let isHeld = true;
      const giveBack = (): void => {
        if (isHeld) leave(load, locationId);
        isHeld = false;
      };
      try {
        return await work({
          async outside(wait) {
            giveBack();
            const come = await wait();
            // It waits even if the queue is full: it has been admitted once.
            if (!take(gates[load], locationId)) await queueUp(load, locationId);
            isHeld = true;
            return come;
          },
        });
      } finally {
        giveBack();
      }
    },
    leave,
    stats: () => forEachLoad((load) => ({ running: gates[load].running, waiting: gates[load].waiting })),
  };
}

/** Sheds requests that waited too long, from the next call until the queue is empty. */
function sweeperOf(gates: readonly Gate[]): () => void {
  let isSweeping = false;
  return function sweepLater() {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      const nowMs = performance.now();
      for (const gate of gates) gate.sweep(nowMs);
      if (gates.some(({ waiting }) => waiting > 0)) sweepLater();
    }, SWEEP_MS).unref();
  };
}

/** A turn of the event loop; after `again`, `next` is called in the next one. */
function createTurn(next: () => void) {
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
    /** Time since the first use in this turn. */
    passedMs(): number {
      if (!isOpen) open();
      return performance.now() - startedMs;
    },
    again(): void {
      isWanted = true;
      if (!isOpen) open();
    },
  };
}

interface Waiting {
  readonly untilMs: number;
  readonly settle: (isIn: boolean) => void;
}

interface Share {
  readonly locationId: string | null;
  running: number;
  readonly waiting: Set<Waiting>;
}

/** After requests for two locations, several are assumed to be active for this long. */
const SEVERAL_MS = 1000;

/** Whether locations have shares at this time. A single location can use all places, and so can each on a server with spare capacity. */
export class Locations {
  #last: string | null = null;
  #severalUntilMs = -Infinity;
  readonly #isBusy: () => boolean;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  note(locationId: string | null): void {
    if (locationId === null || locationId === this.#last) return;
    if (this.#last !== null) this.#severalUntilMs = performance.now() + SEVERAL_MS;
    this.#last = locationId;
  }

  get haveShares(): boolean {
    return performance.now() < this.#severalUntilMs && this.#isBusy();
  }
}

/** The places of one class. Work without a location has a separate share of any size. */
export class Gate {
  readonly limit: LoadLimit;
  running = 0;
  waiting = 0;
  readonly #locations: Locations;
  readonly #shares = new Map<string | null, Share>();
  /** Shares with waiting requests, the next one first. */
  readonly #inTurn = new Set<Share>();

  constructor(limit: LoadLimit, locations: Locations) {
    this.limit = limit;
    this.#locations = locations;
  }

  /** Takes a place immediately; false if there is none or a request waits for it. */
  take(locationId: string | null): boolean {
    if (this.running >= this.limit.atOnce || this.#next()) return false;
    const share = this.#shareOf(locationId);
    if (!this.#hasRoom(share)) return false;
    this.#enter(share);
    return true;
  }

  /** Whether one more may wait. While there are shares, one location can use at most half of the queue. */
  mayWait(locationId: string | null): boolean {
    const own = this.#shares.get(locationId)?.waiting.size ?? 0;
    const most = this.#isLimited(locationId) ? this.limit.waiting / 2 : this.limit.waiting;
    return this.waiting < this.limit.waiting && own < most;
  }

  /**
   * Waits for a place; false when it has waited too long.
   * @param response when it closes, the request stops waiting: it is admitted, finds its connection closed, and leaves
   */
  wait(locationId: string | null, response?: ServerResponse): Promise<boolean> {
    const share = this.#shareOf(locationId);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        untilMs: performance.now() + this.limit.waitMs,
        settle: (isIn) => {
          if (!share.waiting.has(waiting)) return;
          share.waiting.delete(waiting);
          this.waiting -= 1;
          if (share.waiting.size === 0) this.#inTurn.delete(share);
          if (isIn) this.#enter(share);
          else this.#drop(share);
          resolve(isIn);
        },
      };
      share.waiting.add(waiting);
      response?.once('close', () => waiting.settle(true));
      this.#inTurn.add(share);
      this.waiting += 1;
    });
  }

  /** A waiting request can be admitted now. */
  get isOpen(): boolean {
    return this.running < this.limit.atOnce && this.#next() !== undefined;
  }

  /** Admits the next request; its share then moves behind all others. */
  letIn(): void {
    const share = this.#next()!;
    this.#inTurn.delete(share);
    this.#inTurn.add(share);
    const [first] = share.waiting;
    first!.settle(true);
  }

  leave(locationId: string | null): void {
    const share = this.#shares.get(locationId)!;
    share.running -= 1;
    this.running -= 1;
    this.#drop(share);
  }

  /** Sheds requests that waited too long. */
  sweep(nowMs: number): void {
    for (const { waiting } of this.#inTurn)
      for (const one of waiting) if (nowMs >= one.untilMs) one.settle(false);
  }

  #next(): Share | undefined {
    for (const share of this.#inTurn) if (this.#hasRoom(share)) return share;
    return undefined;
  }

  #hasRoom({ locationId, running }: Share): boolean {
    return running < this.limit.atOnceEach || !this.#isLimited(locationId);
  }

  #isLimited(locationId: string | null): boolean {
    return locationId !== null && this.#locations.haveShares;
  }

  #enter(share: Share): void {
    share.running += 1;
    this.running += 1;
  }

  #shareOf(locationId: string | null): Share {
    const known = this.#shares.get(locationId);
    if (known) return known;
    const share: Share = { locationId, running: 0, waiting: new Set() };
    this.#shares.set(locationId, share);
    return share;
  }

  /** Removes an empty share. */
  #drop(share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) this.#shares.delete(share.locationId);
  }
}
