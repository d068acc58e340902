/** The gate of a class of work. On a busy server each location has a share of the places and its turn, so a rush at one waits for itself. */
import type { ServerResponse } from 'node:http';
import type { LoadLimit } from './load-limits.ts';

/** A request that waits to be let in. */
export interface Waiting {
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
          this.#leaveQueue(share, waiting);
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

  #leaveQueue(share: Share, one: Waiting): void {
    share.waiting.delete(one);
    this.waiting -= 1;
    if (share.waiting.size === 0) this.#inTurn.delete(share);
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
