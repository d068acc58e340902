import { diffOf, type Mutant } from './mutation.ts';
import type { Verdict } from './trial.ts';

/** A mutant that was tried. */
export interface Tried {
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}

/** A line of the progress. */
export function lineOf({ mutant, verdict: { outcome, by, seconds } }: Tried): string {
  const head = outcome === 'caught' ? 'caught' : outcome.toUpperCase();
  const reason = by === '' ? '' : `: ${by}`;
  return `${head.padEnd(12)}${mutant.file}:${mutant.line} ${mutant.kind} (${seconds} s)${reason}`;
}

/** The survivors and others that were not caught, each with its change and its tests, and the rate. */
export function reportOf(tried: readonly Tried[], seconds: number): string {
  const open = tried.filter(({ verdict: { outcome } }) => outcome !== 'caught' && outcome !== 'equivalent');
  const parts = open.map(({ mutant, verdict: { outcome, by, tests, known } }) => {
    const ran = `  ran ${tests.length} of ${known} test files that reach it${tests.length > 0 ? `: ${tests.join(', ')}` : ''}`;
    return [
      `\n${outcome.toUpperCase()} ${mutant.file}:${mutant.line} ${mutant.kind}`,
      ...diffOf(mutant)
        .split('\n')
        .map((line) => `  ${line}`),
      ran,
      ...(by === '' ? [] : [`  ${by}`]),
    ].join('\n');
  });
  const { caught, survived, rate } = countsOf(tried);
  const spent = tried.reduce((sum, { verdict }) => sum + verdict.seconds, 0);
  const each = (spent / Math.max(1, tried.length)).toFixed(1);
  return [
    ...parts,
    `\n${tried.length} mutants: ${caught} caught, ${survived} survived, ${tried.length - caught - survived} others.`,
    `Caught of those that a test can notice: ${rate} %. ${seconds} s, ${each} s for each mutant.`,
  ].join('\n');
}

export function jsonOf(
  tried: readonly Tried[],
  about: { readonly seed: number; readonly rejected: number; readonly seconds: number },
): object {
  return {
    ...about,
    ...countsOf(tried),
    mutants: tried.map(({ mutant, verdict }) => ({
      file: mutant.file,
      line: mutant.line,
      kind: mutant.kind,
      diff: diffOf(mutant),
      ...verdict,
    })),
  };
}

function countsOf(tried: readonly Tried[]): { caught: number; survived: number; rate: number } {
  const count = (wanted: Verdict['outcome']): number =>
    tried.filter(({ verdict: { outcome } }) => outcome === wanted).length;
  const [caught, survived] = [count('caught'), count('survived')];
  return { caught, survived, rate: Math.round((1000 * caught) / Math.max(1, caught + survived)) / 10 };
}
