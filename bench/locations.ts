/**
 * P18: a list of 500 locations, applied in one transaction.
 *
 *     node --conditions=@bord/source bench/run.ts locations
 */
import { createEngine } from '@bord/engine';
import { fixtures } from '@bord/engine/testing';
import { setup } from '../test/support/postgres.ts';
import { opened } from './events.ts';
import { type Figure, median } from './figure.ts';

const LOCATIONS = 500;
const ROUNDS = 5;

/** The seconds of each round by its kind: creating all locations, or changing all. */
async function measure(name: 'SQLite' | 'PostgreSQL') {
  const seconds = { created: [] as number[], changed: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const storage = await opened(name);
    const engine = createEngine({ storage });
    for (const [kind, given] of Object.entries({ created: {}, changed: { horizonDays: 60 } })) {
      const list = Array.from({ length: LOCATIONS }, (_, i) => ({
        locationId: null,
        plan: fixtures.aPlan({ name: `Bistro ${i}`, alias: `bistro-${i}`, ...given }),
      }));
      const startedMs = performance.now();
      const applied = await engine.operator.locations.apply(list);
      seconds[kind as keyof typeof seconds].push((performance.now() - startedMs) / 1000);
      if (applied.some(({ created }) => created !== (kind === 'created')))
        throw new Error(`the list was not ${kind}`);
    }
    engine.detach();
    await storage.close();
  }
  return seconds;
}

export async function run(): Promise<Figure[]> {
  const stop = await setup();
  const figures: Figure[] = [];
  for (const name of ['SQLite', 'PostgreSQL'] as const)
    for (const [kind, seconds] of Object.entries(await measure(name))) {
      const figure = median(seconds);
      figures.push({
        goal: 'P18',
        what: `a list of ${LOCATIONS} locations ${kind}, ${name}`,
        unit: 's',
        figure,
        ceiling: null,
        against: '',
        ratio: figure,
        atMost: 2,
      });
    }
  await stop();
  return figures;
}
