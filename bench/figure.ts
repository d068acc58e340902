/** What a benchmark finds out, and how: interleaved rounds, and medians. */

/** One measured figure beside its ceiling, which was measured in the same run. */
export interface Figure {
  /** The goal's number: `P1`. */
  readonly goal: string;
  readonly what: string;
  /** Of `figure` and `ceiling`: `µs`, `/s`. */
  readonly unit: string;
  readonly figure: number;
  /** What `figure` is measured against; null where the goal is an absolute one. */
  readonly ceiling: number | null;
  /** What the ceiling is. */
  readonly against: string;
  /** What the goal is about: figure by ceiling or the other way round, so that the goal reads naturally. */
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

/** What the rounds have yielded under one name each. */
export type Rounds<N extends string> = Readonly<Record<N, readonly number[]>>;

/**
 * Measures everything once a round, so that whatever else the machine does meets all of them alike. Every other round runs
 * backwards: who comes after whom makes no difference then.
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
