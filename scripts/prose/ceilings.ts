/** The recorded ceilings of each file: what it had when it was measured. They only fall. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { allowed, type Check, CHECK_NAMES, type Finding, type Size } from './limits.ts';

/** A file, or all files of a group, with its size and its findings. */
export interface Measured {
  readonly name: string;
  readonly size: Size;
  readonly findings: readonly Finding[];
  readonly isOneFile: boolean;
}

export type Ceilings = Readonly<Record<string, Partial<Readonly<Record<Check, number>>>>>;

export const countOf = ({ findings }: Measured, check: Check): number =>
  findings.filter((one) => one.check === check).length;

/** The checks of which a file has more than the limit allows. */
export const overLimit = (measured: Measured): readonly Check[] =>
  CHECK_NAMES.filter((check) => countOf(measured, check) > allowed(check, measured.size, measured.isOneFile));

/** The checks of which a file has more than the limit and more than its ceiling. */
export const overCeiling = (measured: Measured, ceilings: Ceilings): readonly Check[] =>
  overLimit(measured).filter((check) => countOf(measured, check) > (ceilings[measured.name]?.[check] ?? 0));

/** The ceilings for what was measured now: none is higher than before, and what is within its limit needs none. */
export function lowered(all: readonly Measured[], before: Ceilings | null): Ceilings {
  const entries = all.flatMap((measured) => {
    const ceilings = overLimit(measured).flatMap((check): [Check, number][] => {
      const count = countOf(measured, check);
      const most = before ? (before[measured.name]?.[check] ?? 0) : count;
      const ceiling = Math.min(count, most);
      return ceiling > 0 ? [[check, ceiling]] : [];
    });
    return ceilings.length > 0 ? [[measured.name, Object.fromEntries(ceilings)] as const] : [];
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export const readCeilings = (path: string): Ceilings | null =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;

export const writeCeilings = (path: string, ceilings: Ceilings): void =>
  writeFileSync(path, `${JSON.stringify(ceilings, null, 2)}\n`);
