/** The findings of a file compared with its limits. */
import { allowed, type Check, CHECK_NAMES, CHECKS, type Finding, type Size } from './checks.ts';

/** A file, or all files of a group, with its size and its findings. */
export interface Measured {
  readonly name: string;
  readonly size: Size;
  readonly findings: readonly Finding[];
  readonly isOneFile: boolean;
}

export const countOf = ({ findings }: Measured, check: Check): number =>
  findings.filter((one) => one.check === check).length;

/** The checks of which a file, or a group, has more findings than the limit allows. An absolute limit applies to files only. */
export const overLimit = (measured: Measured): readonly Check[] =>
  CHECK_NAMES.filter(
    (check) =>
      (measured.isOneFile || CHECKS[check].per !== null) &&
      countOf(measured, check) > allowed(check, measured.size, measured.isOneFile),
  );
