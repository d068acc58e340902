/**
 * How much is tried: a part of it by default, all of it by `npm run test:long`, which sets `BORD_TEST_LONG`. Both have the same tests and
 * the same controls; what differs is how often a race is run and how many random questions are asked.
 */
export const IS_LONG: boolean = Boolean(process.env['BORD_TEST_LONG']);

/** So many in full, and by default a third of them, or as many as are given. */
export function inFull(count: number, byDefault: number = Math.ceil(count / 3)): number {
  return IS_LONG ? count : byDefault;
}
