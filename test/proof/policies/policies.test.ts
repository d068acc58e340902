/** A sample of `npm run proof -- policies`. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seeded } from '../../support/seed.ts';
import { storages, storageSample } from '../../support/storages.ts';
import { newTally } from './model.ts';
import { aHistory, play } from './history.ts';
import { CONTROLS } from './policies.ts';

const [memory] = storages;
const COUNTS = { memory: inFull(300, 25), sqlite: inFull(100, 3), postgres: inFull(100, 2) };

for (const kind of new Set([memory!, ...storageSample]))
  test(`D51 D52 in random histories with random policies, times and answers equal those of the model, also on the booking page [${kind.name}]`, async () => {
    const tally = newTally();
    for (const history of fc.sample(aHistory, seeded(COUNTS[kind.name]) as { seed: number; numRuns: number }))
      expect(await play(history, kind, null, tally)).toBeNull();
    expect(Math.min(tally.shown, tally.visited)).toBeGreaterThan(0);
  }, 600_000);

const CONTROL_HISTORIES = fc.sample(aHistory, { seed: 6, numRuns: 60 });

test.each(CONTROLS)('D51 the model notices the planted fault "%s"', async (control) => {
  let found: string | null = null;
  for (const history of CONTROL_HISTORIES) {
    found = await play(history, memory!, control, newTally());
    if (found) break;
  }
  expect(found).not.toBeNull();
});
