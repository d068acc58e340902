/** The sums of several histories, and their table. */
import { createHash } from 'node:crypto';
import type { History } from '../simulate.ts';

type Counts = Record<string, number>;

/** Histories that were lived, added up. */
export class Totals {
  operations = 0;
  histories = 0;
  readonly kinds: Counts = {};
  readonly counts: Counts = {};
  readonly refusals: Counts = {};
  readonly checks: Counts = {};
  readonly #trace = createHash('sha256');
  readonly #begunMs = performance.now();

  add({ operations, hash, kinds, counts, refusals, checks }: History): void {
    this.operations += operations;
    this.histories += 1;
    this.#trace.update(hash);
    for (const [into, from] of [
      [this.kinds, kinds],
      [this.counts, counts],
      [this.refusals, refusals],
      [this.checks, checks],
    ] as const)
      for (const [name, count] of Object.entries(from)) into[name] = (into[name] ?? 0) + count;
  }

  /** SHA-256 over all that was done and answered in all histories, in order. */
  hash(): string {
    return this.#trace.copy().digest('hex');
  }

  perSecond(): number {
    return Math.round((this.operations / Math.max(1, performance.now() - this.#begunMs)) * 1000);
  }
}

export const inDigits = (count: number): string => count.toLocaleString('en');

/** The summary of a run without violations. */
export function tableOf(totals: Totals): string {
  const { kinds, counts, refusals, checks } = totals;
  return [
    section('Operations', kinds),
    section('What happened', counts),
    section('Refused, or an error, by code', refusals),
    section('Rules that were looked at, all of them held', checks),
  ].join('\n\n');
}

const WIDTH = 110;

/** Names with their counts, the most frequent first, in columns where they fit. */
function section(title: string, counts: Counts): string {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  const nameWidth = Math.max(...entries.map(([name]) => name.length));
  const countWidth = Math.max(...entries.map(([, count]) => inDigits(count).length));
  const cells = entries.map(
    ([name, count]) => `  ${name.padEnd(nameWidth)}  ${inDigits(count).padStart(countWidth)}`,
  );
  const columns = Math.max(1, Math.floor(WIDTH / (nameWidth + countWidth + 4)));
  const rows = Math.ceil(cells.length / columns);
  const lines = Array.from({ length: rows }, (_, row) =>
    cells.filter((_cell, i) => i % rows === row).join('  '),
  );
  return [title, ...lines].join('\n');
}
