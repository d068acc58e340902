/** The recorded ceilings of each file: what it had when it was measured. They only fall. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { allowed, type Check, CHECK_NAMES, CHECKS, type Finding, type Size } from './limits.ts';

/** A file, or all files of a group, with its size and its findings. */
export interface Measured {
  readonly name: string;
  readonly size: Size;
  readonly findings: readonly Finding[];
  readonly isOneFile: boolean;
  /** Its lines are new or changed: they have the limits from the start. */
  readonly isNew?: true;
}

export type Ceilings = Readonly<Record<string, Partial<Readonly<Record<Check, number>>>>>;

export const countOf = ({ findings }: Measured, check: Check): number =>
  findings.filter((one) => one.check === check).length;

/** The checks of which a file, or a group, has more than the limit allows. An absolute limit is that of each file already. */
export const overLimit = (measured: Measured): readonly Check[] =>
  CHECK_NAMES.filter(
    (check) =>
      (measured.isOneFile || CHECKS[check].per !== null) &&
      countOf(measured, check) > allowed(check, measured.size, measured.isOneFile),
  );

/** The checks of which a file has more than the limit and more than its ceiling. */
export const overCeiling = (measured: Measured, ceilings: Ceilings): readonly Check[] =>
  overLimit(measured).filter((check) => countOf(measured, check) > (ceilings[measured.name]?.[check] ?? 0));

/** The ceilings after a measurement. They are at most as high as before; a count within its limit has no ceiling, and new lines never get one. */
export function lowered(all: readonly Measured[], before: Ceilings | null): Ceilings {
  const entries = all.flatMap((measured) => {
    if (measured.isNew) return [];
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
