import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run/fault.ts';
import type { Mutant } from './mutation.ts';
import { CACHE, hashOf } from './record.ts';
import type { Verdict } from './trial.ts';

/** The verdicts of one run, kept on disk after each, so that a run that was stopped can be resumed. */
export class State {
  readonly #path: string;
  readonly #verdicts: Map<string, Verdict>;

  /**
   * @param run what makes a run another one: its paths, its seed
   * @param keep which of the verdicts of an earlier run hold
   */
  constructor(run: unknown, keep: (verdict: Verdict) => boolean) {
    this.#path = join(CACHE, `run-${hashOf(JSON.stringify(run))}.json`);
    this.#verdicts = new Map(read(this.#path).filter(([, verdict]) => keep(verdict)));
  }

  /** Undefined when it was not tried, or its file has changed since. */
  of(mutant: Mutant): Verdict | undefined {
    return this.#verdicts.get(keyOf(mutant));
  }

  add(mutant: Mutant, verdict: Verdict): void {
    this.#verdicts.set(keyOf(mutant), verdict);
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(`${this.#path}.new`, JSON.stringify([...this.#verdicts]));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function keyOf({ file, start, end, replacement }: Mutant): string {
  const text = readFileSync(join(root, file), 'utf8');
  return `${file}:${start}:${end}:${hashOf(text)}:${replacement}`;
}

function read(path: string): [string, Verdict][] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as [string, Verdict][];
  } catch {
    return [];
  }
}
