import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ListedFault, withFault } from './fault.ts';
import { type Result, type Run, runTests } from './vitest.ts';

/** A fault and what became of it. */
export interface Verdict {
  readonly fault: ListedFault;
  readonly outcome: 'caught' | 'survived' | 'unloadable';
  /** The test that saw it, or why there is nothing to be seen. */
  readonly by: string;
  readonly seconds: number;
}

/** Puts a fault into a copy, runs its tests, and takes it out again. */
export async function tryFault(
  fault: ListedFault,
  run: Omit<Run, 'tests' | 'titled' | 'workers'>,
): Promise<Verdict> {
  const path = join(run.folder, fault.file);
  const sound = readFileSync(path, 'utf8');
  const startedMs = performance.now();
  writeFileSync(path, withFault(fault, sound));
  try {
    const result = await runTests({ ...run, tests: fault.tests, titled: fault.titled, workers: 1 });
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    return { fault, ...outcomeOf(result, run.limitMs), seconds };
  } finally {
    writeFileSync(path, sound);
  }
}

/** What a run with a fault in it says of the tests. A fault that loads nowhere is noticed without any, and proves nothing. */
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
  run: Omit<Run, 'tests' | 'titled'>,
): Promise<void> {
  for (const { tests, titled } of soundRuns(faults)) {
    const result = await runTests({ ...run, tests, titled });
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

/** What has to be run to have run everything once: whole files together, those of one title together. */
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
