/** A seeded random source (mulberry32): the same seed draws the same restaurants and days. */
export interface Chance {
  /** From 0 to 1, 1 not included. */
  (): number;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`, both included. */
export function between(chance: Chance, least: number, most: number): number {
  return least + Math.floor(chance() * (most - least + 1));
}

export function pick<T>(chance: Chance, list: readonly T[]): T {
  return list[Math.floor(chance() * list.length)]!;
}
