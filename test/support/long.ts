/**
 * The amount of work: a sample by default, all of it by `npm run test:long`, which sets `BORD_TEST_LONG`. Both have the same tests and controls; they
 * differ in the number of races and random questions.
 */
import { seed } from './seed.ts';

export const IS_LONG: boolean = Boolean(process.env['BORD_TEST_LONG']);

/** All in full, and by default each n-th of them: in each run others. */
export function sampleOf<T>(all: readonly T[], n: number): readonly T[] {
  return IS_LONG ? all : all.filter((_, i) => (i + seed) % n === 0);
}

/** So many in full, and by default a sixth of them, or as many as are given. */
export function inFull(count: number, byDefault: number = Math.ceil(count / 6)): number {
  return IS_LONG ? count : byDefault;
}
