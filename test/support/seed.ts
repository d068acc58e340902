import type fc from 'fast-check';

/**
 * The seed of this run's random tests: printed, so that a failure can be repeated with `BORD_TEST_SEED=…`.
 */
export const seed = Number(process.env['BORD_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** Runs properties under the printed seed. */
export function seeded(numRuns: number): fc.Parameters<unknown> {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  return { seed, numRuns };
}
