import { type ListedFault, withFault } from './fault.ts';
import type { Result } from './runner.ts';
import type { Workplace } from './workplace.ts';

/** A fault and its result. */
export interface Verdict {
  readonly fault: ListedFault;
  readonly outcome: 'caught' | 'survived' | 'unloadable';
  /** The test that failed, or the reason why none can. */
  readonly by: string;
  readonly seconds: number;
}

/** Puts a fault into a copy, runs its tests, and takes it out again. */
export async function tryFault(fault: ListedFault, workplace: Workplace, limitMs: number): Promise<Verdict> {
  const startedMs = performance.now();
  const { file, tests, titled } = fault;
  const change = (text: string): string => withFault(fault, text);
  const result = await workplace.runWith({ file, change }, { tests, titled, limitMs });
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  return { fault, ...outcomeOf(result, limitMs), seconds };
}

/** The meaning of a run with a fault. A fault that does not load fails without a test, and proves nothing. */
export function outcomeOf(result: Result, limitMs: number): Pick<Verdict, 'outcome' | 'by'> {
  if (result.kind === 'passed') return { outcome: 'survived', by: '' };
  if (result.kind === 'failed') return { outcome: 'caught', by: result.by };
  if (result.kind === 'hung') return { outcome: 'caught', by: `no end within ${limitMs / 1000} s` };
  return { outcome: 'unloadable', by: result.error };
}

/**
 * The control: without a fault every test passes, and every file and title that is named finds a test.
 *
 * @throws {Error} when not
 */
export async function assertSound(
  faults: readonly ListedFault[],
  workplace: Workplace,
  limitMs: number,
): Promise<void> {
  for (const { tests, titled } of soundRuns(faults)) {
    const result = await workplace.run({ tests, titled, limitMs });
    if (result.kind === 'passed') {
      const missing = tests.filter((file) => !result.files.includes(file));
      if (missing.length === 0) continue;
      throw new Error(
        `No test${titled === undefined ? '' : ` titled "${titled}"`} in ${missing.join(', ')}.`,
      );
    }
    const why = result.kind === 'hung' ? 'no end' : result.kind === 'failed' ? result.by : result.error;
    throw new Error(`Without a fault the tests do not pass: ${why}`);
  }
}

/** The runs that execute every test once: whole files together, and those of one title together. */
export function soundRuns(
  faults: readonly ListedFault[],
): { readonly tests: readonly string[]; readonly titled?: string | undefined }[] {
  const runs = new Map<string | undefined, Set<string>>();
  for (const { tests, titled } of faults) {
    const files = runs.get(titled) ?? new Set();
    for (const file of tests) files.add(file);
    runs.set(titled, files);
  }
  return [...runs].map(([titled, files]) => ({ tests: [...files].toSorted(), titled }));
}
