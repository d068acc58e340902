/** Measures rows, and checks each recording against V8's own count. */
import type { SourceFunction } from './functions.ts';
import { type Figures, figuresOf, requestOf, type Step, stepsOf } from './figures.ts';
import type { Recording } from './recording.ts';
import type { Installation, Row } from './rows.ts';

/** A row as it was measured. */
export interface Walk {
  readonly row: Row;
  readonly figures: Figures;
  readonly steps: readonly Step[];
  /** The figures that are larger than the budget: `files 116, at most 65`. */
  readonly over: readonly string[];
}

/** Until modules are loaded, connections are open, and caches know the location. */
const WARM_UPS = 5;
/** Of these the one in the middle is taken: a timer might run during one of them. Of a whole process the shortest: other work only adds to it. */
const RECORDINGS = 7;

export async function measure(
  installation: Installation,
  row: Row,
  functions: readonly SourceFunction[],
): Promise<Walk> {
  for (let nth = 0; nth < WARM_UPS; nth++) await row.measure(installation, nth);
  const walks: Pick<Walk, 'figures' | 'steps'>[] = [];
  for (let nth = WARM_UPS; nth < WARM_UPS + RECORDINGS; nth++) {
    const recording = await row.measure(installation, nth);
    assertComplete(recording, functions);
    const all = stepsOf(recording, functions);
    const steps = row.isWholeProcess ? all : requestOf(all);
    walks.push({ steps, figures: figuresOf(steps) });
  }
  const rank = ({ figures: { files, functions: count, returns } }: (typeof walks)[0]): number =>
    files * 1e8 + count * 1e4 + returns;
  const taken = walks.toSorted((a, b) => rank(a) - rank(b))[
    row.isWholeProcess ? 0 : Math.floor(RECORDINGS / 2)
  ]!;
  return { row, ...taken, over: overBudget(taken.figures, row.budget) };
}

export function overBudget(figures: Figures, budget: Partial<Figures>): readonly string[] {
  return (Object.keys(figures) as (keyof Figures)[])
    .filter((name) => figures[name] > (budget[name] ?? Infinity))
    .map((name) => `${name} ${figures[name]}, at most ${budget[name]}`);
}

/** @throws when V8 has counted a function that the recorder has not seen, or the reverse */
export function assertComplete(recording: Recording, functions: readonly SourceFunction[]): void {
  const entered = new Set(recording.calls.map(([id]) => id));
  const covered = new Set(recording.covered);
  const faults = [
    ...recording.uninstrumented,
    // Something that waits can continue without being entered again.
    ...[...covered]
      .filter((id) => !entered.has(id) && !functions[id]!.isResumed)
      .map((id) => `${functions[id]!.file} ${functions[id]!.name}`),
    ...[...entered]
      .filter((id) => !covered.has(id))
      .map((id) => `${functions[id]!.file} ${functions[id]!.name}`),
  ];
  if (faults.length > 0) throw new Error(`V8 and the recorder disagree about:\n  ${faults.join('\n  ')}`);
}
