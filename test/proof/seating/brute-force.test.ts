/**
 * The search against every possible arrangement of small restaurants. A longer run:
 *
 *     RESEATING_HOUSES=50000 RESEATING_SEED=7 npx vitest run test/proof/seating/brute-force.test.ts --testTimeout=3600000
 */
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { compare, tallyOf } from './agreement.ts';

const rounds = Number(process.env['RESEATING_HOUSES'] ?? inFull(1500));
const seed = Number(process.env['RESEATING_SEED'] ?? 1);

test('D2 D9 D40 D52 on small restaurants the search finds an arrangement exactly if one exists', () => {
  const tally = tallyOf();
  for (let i = 0; i < rounds; i++) compare(seed * 1_000_000 + i, tally);
  console.log(`seed ${seed}, ${rounds} houses:`, JSON.stringify(tally));
  expect(tally.full).toBeGreaterThan(0);
  expect(tally.reseated).toBeGreaterThan(0);
  expect(tally.strayMoves).toBeGreaterThan(0);
  expect(tally.seasonal).toBeGreaterThan(tally.questions / 10);
  expect(tally.unproven).toBe(0);
});
