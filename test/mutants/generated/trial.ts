import type { Result } from '../run/runner.ts';
import type { Workplace } from '../run/workplace.ts';
import { type Mutant, mutated } from './mutation.ts';
import type { Nearest } from './nearest.ts';

/** The result of a mutant. */
export interface Verdict {
  /**
   * - `caught`: a test failed, or did not end
   * - `survived`: all its tests passed
   * - `equivalent`: it is listed as a change without effect, and was not run
   * - `unloadable`: no test could start, so the mutant was not tested
   * - `undecided`: its tests also take too long without it
   */
  readonly outcome: 'caught' | 'survived' | 'equivalent' | 'unloadable' | 'undecided';
  /** The test that failed, or the reason. */
  readonly by: string;
  readonly tests: readonly string[];
  /** How many test files run the place. */
  readonly known: number;
  readonly seconds: number;
}

/** Test files by their result without a mutant; shared by all trials. */
export interface Soundness {
  readonly sound: Set<string>;
  readonly unsound: Set<string>;
}

/** After this many test files that cannot be loaded with a mutant, it is not tried further. */
const LOADS_MAX = 3;

/**
 * Runs a mutant's nearest tests up to the first failure. A test file that fails for the first time runs again without the mutant, after the
 * same files as before; if it fails again, it is excluded, and the mutant is tried without it.
 */
export async function tryMutant(
  mutant: Mutant,
  workplace: Workplace,
  nearest: (without: ReadonlySet<string>) => Nearest,
  { sound, unsound }: Soundness,
  limitMs: number,
): Promise<Verdict> {
  const startedMs = performance.now();
  const change = (text: string): string => mutated(text, mutant);
  const unloadable = new Set<string>();
  for (;;) {
    const { tests, known } = nearest(new Set([...unsound, ...unloadable]));
    const verdict = (outcome: Verdict['outcome'], by: string): Verdict => ({
      outcome,
      by,
      tests,
      known,
      seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    });
    if (tests.length === 0 && unloadable.size > 0) return verdict('unloadable', [...unloadable].join(', '));
    if (tests.length === 0) return verdict('survived', 'no test runs it');
    const result: Result = await workplace.runWith({ file: mutant.file, change }, { tests, limitMs });
    if (result.kind === 'passed') return verdict('survived', '');
    if (result.kind === 'hung') {
      const without = await workplace.run({ tests, limitMs });
      const by = `no end within ${limitMs / 1000} s`;
      return verdict(without.kind === 'hung' ? 'undecided' : 'caught', by);
    }
    if (result.kind === 'unloadable') {
      if (result.file === undefined || unloadable.size === LOADS_MAX)
        return verdict('unloadable', result.error);
      unloadable.add(result.file);
      continue;
    }
    const { file, by } = result;
    if (file === undefined || sound.has(file)) return verdict('caught', by);
    const without = await workplace.run({ tests: tests.slice(0, tests.indexOf(file) + 1), limitMs });
    if (without.kind === 'passed') sound.add(file);
    else unsound.add(file);
  }
}
