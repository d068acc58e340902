/** Under overload the most important work is done in time and the rest is rejected, or all would be late. */
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

/** How often those are looked for who have waited too long. */
const SWEEP_MS = 100;

/** Half of a turn is at most so long. */
const OUTSIDE_MS_MAX = 10;

/** @param isBusy whether requests are in each other's way at this time */
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

  /** What has gone on since the last one was let in (saying no, for the most part) must not take all of the time. */
  function nextTurn(): void {
    outsideMs = Math.min(performance.now() - lastInMs, OUTSIDE_MS_MAX);
    letIn();
  }

  /** Lets the first of those in who wait and may come now; then the next, when that one has done what it can do at once. */
  function letIn(): void {
    const open = inOrder.find(({ isOpen }) => isOpen);
    if (!open) return;
    if (turn.passedMs() >= Math.max(open.limit.turnMs, outsideMs)) return turn.again();
    lastInMs = performance.now();
    open.letIn();
    // Still in this turn, and after all that does not have to wait for the outside.
    queueMicrotask(() => process.nextTick(letIn));
  }

  /** Takes a place at once; false when there is none at this moment. */
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
            // It waits however many do: it has been let in once.
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

/** Turns those away who have waited too long, from the next call on until nobody waits. */
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

/** A turn of the event loop; `next` is called in the next one after `again`. */
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
    /** Since this turn was first asked about. */
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

/** A request that waits to be let in. */
interface Waiting {
  readonly untilMs: number;
  readonly settle: (isIn: boolean) => void;
}

/** What one location has at a gate. */
interface Share {
  readonly locationId: string | null;
  running: number;
  /** In order of their coming. */
  readonly waiting: Set<Waiting>;
}

/** For so long after requests for two locations it is taken that more than one is asked for. */
const SEVERAL_MS = 1000;

/** Tells whether locations have shares at this time. One that is alone may have all there is, and so may each on a server that has time for all. */
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

/** Work without a location has a share of its own, of any size. */
export class Gate {
  readonly limit: LoadLimit;
  running = 0;
  waiting = 0;
  readonly #locations: Locations;
  readonly #shares = new Map<string | null, Share>();
  /** Those in which somebody waits, the next to have its turn first. */
  readonly #inTurn = new Set<Share>();

  constructor(limit: LoadLimit, locations: Locations) {
    this.limit = limit;
    this.#locations = locations;
  }

  /** Takes a place at once; false where there is none, or somebody waits for it. */
  take(locationId: string | null): boolean {
    if (this.running >= this.limit.atOnce || this.#next()) return false;
    const share = this.#shareOf(locationId);
    if (!this.#hasRoom(share)) return false;
    this.#enter(share);
    return true;
  }

  /** Whether one more may wait. Of the room to wait in, too, one location has half at most while there are shares. */
  mayWait(locationId: string | null): boolean {
    const own = this.#shares.get(locationId)?.waiting.size ?? 0;
    const most = this.#isLimited(locationId) ? this.limit.waiting / 2 : this.limit.waiting;
    return this.waiting < this.limit.waiting && own < most;
  }

  /**
   * Waits for a place; false when it has waited too long.
   *
   * @param response when it closes, the request waits no longer: it is let in, finds its connection closed, and leaves
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

  /** Somebody waits who may come in now. */
  get isOpen(): boolean {
    return this.running < this.limit.atOnce && this.#next() !== undefined;
  }

  /** Lets the next in; of the share that this one is of the next has its turn after those of all others. */
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

  /** Turns those away who have waited too long. */
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

  /** One that nobody has anything of takes no room. */
  #drop(share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) this.#shares.delete(share.locationId);
  }
}
