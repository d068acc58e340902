/** Measurement: interleaved rounds, medians, and figures. */

/** A measured figure with its ceiling from the same run. */
export interface Figure {
  /** The goal's number: `P1`. */
  readonly goal: string;
  readonly what: string;
  /** Of `figure` and `ceiling`: `µs`, `/s`. */
  readonly unit: string;
  readonly figure: number;
  /** The value that `figure` is compared with; null for an absolute goal. */
  readonly ceiling: number | null;
  /** The description of the ceiling. */
  readonly against: string;
  /** The value of the goal: figure by ceiling or the reverse, so that the goal reads naturally. */
  readonly ratio: number;
  /** The goal; none for a figure that only explains another. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The goal is reached; null when there is none. */
export function isReached({ ratio, atLeast, atMost }: Figure): boolean | null {
  if (atLeast === undefined && atMost === undefined) return null;
  return ratio >= (atLeast ?? -Infinity) && ratio <= (atMost ?? Infinity);
}

/** The value below which so large a part of the numbers lies; 0.5 is the median. */
export function at(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

export const median = (numbers: readonly number[]): number => at(numbers, 0.5);

/** The results of the rounds by name. */
export type Rounds<N extends string> = Readonly<Record<N, readonly number[]>>;

/**
 * Measures everything once a round, so that other load on the machine affects all of them alike. Every second round runs backwards, so that the order
 * has no effect.
 */
export async function interleaved<N extends string>(
  count: number,
  measures: Readonly<Record<N, () => Promise<number> | number>>,
): Promise<Rounds<N>> {
  const names = Object.keys(measures) as N[];
  const found = Object.fromEntries(names.map((name): [N, number[]] => [name, []])) as Record<N, number[]>;
  for (let round = 0; round < count; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) found[name].push(await measures[name]());
  }
  return found;
}

/** The median over the rounds of one by the other. */
export function ratioOf(above: readonly number[], below: readonly number[]): number {
  return median(above.map((value, round) => value / below[round]!));
}

/** Runs `call` over and over by so many callers, for a while; calls per second. */
export async function rate(
  callers: number,
  forMs: number,
  call: (caller: number) => Promise<unknown>,
): Promise<number> {
  let calls = 0;
  const startedMs = performance.now();
  const work = async (caller: number): Promise<void> => {
    while (performance.now() - startedMs < forMs) {
      await call(caller);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  return (calls / (performance.now() - startedMs)) * 1000;
}
