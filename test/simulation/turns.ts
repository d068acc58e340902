/**
 * A world in which nothing happens by itself. Whoever waits for a storage, a network or the clock waits for a turn; turns
 * are given one at a time, in an order that the seed decides. The same seed is the same history.
 */
import type { InFlight } from './in-flight.ts';

/** Seeded randomness. */
export interface Dice {
  /** A whole number from 0 to `below - 1`. */
  roll(below: number): number;
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
    once: (times) => roll(times) === 0,
    pick: (of) => of[roll(of.length)]!,
    bytes: (length) => Uint8Array.from({ length }, () => roll(256)),
  };
}

export interface Turns {
  /** Waits for a turn. */
  wait(): Promise<void>;
  /** Gives turns until nobody waits any more; `after` runs behind each. */
  giveAll(after: () => void): Promise<void>;
  /** Rejects when nothing happens any more. */
  nobodyComes(): Promise<never>;
}

/** @param inFlight what has to end before the next turn is given */
export function turnsOf(dice: Dice, inFlight: InFlight = { count: 0 }): Turns {
  const waiting: (() => void)[] = [];
  /** Lets everything run that needs no turn. */
  async function allWait(): Promise<void> {
    do await settled();
    while (inFlight.count > 0);
  }

  return {
    wait: () => new Promise((done) => waiting.push(done)),
    async giveAll(after) {
      while (waiting.length > 0) {
        const chosen = dice.roll(waiting.length);
        const last = waiting.pop()!;
        const next = chosen < waiting.length ? waiting.splice(chosen, 1, last)[0]! : last;
        next();
        await allWait();
        after();
      }
    },
    async nobodyComes() {
      for (let quiet = 0; quiet < QUIET; quiet = inFlight.count > 0 ? 0 : quiet + 1) await settled();
      throw new Error('everybody waits for somebody');
    },
  };
}

/** So many looks at a storage that has nothing to do. */
const QUIET = 100;

function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
