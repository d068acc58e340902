/**
 * A deterministic scheduler. Every wait for a storage, a network or the clock waits for a turn; turns are given one at a time, in an order that the
 * seed decides. The same seed gives the same history.
 *
 * The length of a wait comes from the dice of its actor: removing one participant changes the others as little as possible.
 */
import type { InFlight } from './in-flight.ts';

/** Seeded randomness. */
export interface Dice {
  /** A whole number from 0 to `below - 1`. */
  roll(below: number): number;
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** True once in `times` on average. */
  once(times: number): boolean;
  pick<T>(of: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32: small, quick, and the same on every machine.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (below: number): number => Math.floor(next() * below);
  return {
    roll,
    next,
    once: (times) => roll(times) === 0,
    pick: (of) => of[roll(of.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => roll(256)),
  };
}

export interface Turns {
  /** Waits for a turn. */
  wait(): Promise<void>;
  /** Gives turns until no wait is left, or it is enough; `after` runs after each. */
  giveAll(after: () => void, isEnough: () => boolean): Promise<void>;
  /** Rejects when no wait is left. */
  nobodyComes(): Promise<never>;
}

/** A wait for a turn, and its time: a time that passes with the turns. */
interface Waiting {
  readonly atTime: number;
  readonly go: () => void;
}

/**
 * The lengths of waits are random between two independent calls: each waiting call may be the next with equal probability.
 *
 * @param dice of the waiting actor
 * @param inFlight calls that must end before the next turn
 */
export function turnsOf(dice: Pick<Dice, 'next'>, inFlight: InFlight = { count: 0 }): Turns {
  const waiting: Waiting[] = [];
  let time = 0;
  /** Lets everything run that needs no turn. */
  async function allWait(): Promise<void> {
    do await settled();
    while (inFlight.count > 0);
  }
  function takeNext(): Waiting {
    let at = 0;
    for (let i = 1; i < waiting.length; i++) if (waiting[i]!.atTime < waiting[at]!.atTime) at = i;
    const next = waiting[at]!;
    const last = waiting.pop()!;
    if (next !== last) waiting[at] = last;
    return next;
  }

  return {
    wait: () => new Promise((go) => waiting.push({ atTime: time - Math.log(1 - dice.next()), go })),
    async giveAll(after, isEnough) {
      while (waiting.length > 0 && !isEnough()) {
        const { atTime, go } = takeNext();
        time = atTime;
        go();
        await allWait();
        after();
      }
    },
    async nobodyComes() {
      for (let quiet = 0; quiet < QUIET; quiet = inFlight.count > 0 ? 0 : quiet + 1) await settled();
      throw new Error('all actors wait for each other');
    },
  };
}

/** The number of checks of an idle storage. */
const QUIET = 100;

function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
