/** Runs all contract cases in a row, each on its own storage. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaseProcess, startCaseProcess } from './case-process.ts';
import type { FailedCase } from './difference.ts';

export interface CaseVerdict {
  /** `bookings/8`: what it is about, and the how-manieth of that it is. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** Skipped: the storage could not be opened for the first, or the run was stopped. */
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
  readonly failed: FailedCase | null;
}

export interface ContractReport {
  readonly module: string;
  /** How often the storage was open in each case; 0 when it never was. */
  readonly openings: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly ms: number;
  readonly interrupted: boolean;
  readonly cases: readonly CaseVerdict[];
}

export interface KnownCase extends Pick<CaseVerdict, 'id' | 'group' | 'title'> {
  readonly name: string;
}

export interface VerifyOptions {
  /** A case may take so long, and the module to load. */
  readonly timeoutMs: number;
  readonly isWanted: (one: KnownCase) => boolean;
  readonly signal: AbortSignal;
  /** Before the first: all that could be tried, and how many of them will be. */
  readonly onStart: (known: readonly KnownCase[], count: number) => void;
  readonly onCase: (one: KnownCase, position: number) => void;
  readonly onVerdict: (verdict: CaseVerdict) => void;
  readonly onPrinted: (line: string) => void;
}

/** Tries the storage that a module opens. Rejects with `UnusableModule` where it opens none. */
export async function verifyStorage(path: string, options: VerifyOptions): Promise<ContractReport> {
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'bord-contract-'));
  const { timeoutMs, signal, onPrinted } = options;
  const start = (): Promise<CaseProcess> => startCaseProcess({ path, folder, timeoutMs, signal, onPrinted });
  let running: CaseProcess | undefined;
  const verdicts: CaseVerdict[] = [];
  let openings = 0;
  try {
    running = await start();
    const known = knownCases(running.names);
    const cases = known.filter(options.isWanted);
    options.onStart(known, cases.length);
    let isUsable = true;
    for (const [position, one] of cases.entries()) {
      options.onCase(one, position);
      const began = performance.now();
      let outcome: CaseVerdict['outcome'] = 'skipped';
      let failed: FailedCase | null = null;
      if (isUsable && !signal.aborted) {
        if (running.isOver) running = await start();
        const tried = await running.attempt(one.name, timeoutMs);
        openings = Math.max(openings, tried.openings);
        failed = tried.failed;
        // The case that was running when it was stopped has no result.
        if (!signal.aborted) outcome = failed ? 'failed' : 'passed';
        // A module that does not open a storage fails every case.
        isUsable = position > 0 || tried.openings > 0;
      }
      const { id, group, title } = one;
      const ms = Math.round(performance.now() - began);
      const verdict = { id, group, title, outcome, ms, failed: outcome === 'failed' ? failed : null };
      verdicts.push(verdict);
      options.onVerdict(verdict);
    }
  } finally {
    await running?.end();
    rmSync(folder, { recursive: true, force: true });
  }
  const count = (wanted: CaseVerdict['outcome']): number =>
    verdicts.filter(({ outcome }) => outcome === wanted).length;
  return {
    module: path,
    openings,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    ms: Math.round(performance.now() - startedMs),
    interrupted: signal.aborted,
    cases: verdicts,
  };
}

/** Those of one thing side by side, numbered in the order of the contract. */
function knownCases(names: readonly string[]): KnownCase[] {
  const groups = new Map<string, KnownCase[]>();
  for (const name of names) {
    const [, group = '', title = name] = /^([^:]+): (.*)$/s.exec(name) ?? [];
    const of = groups.get(group) ?? [];
    groups.set(group, of);
    of.push({ id: `${group.replaceAll(' ', '-')}/${of.length + 1}`, group, title, name });
  }
  return [...groups.values()].flat();
}
