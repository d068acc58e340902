/** A sample of `npm run proof -- assistants`. */
import { expect, onTestFinished, test } from 'vitest';
import { inFull } from '../../support/long.ts';
import { seed } from '../../support/seed.ts';
import { storages } from '../../support/storages.ts';
import { controlsOf } from './controls.ts';
import { forgetting, localServers, playHistories } from './histories.ts';
import { playMutations } from './mutations.ts';
import { openWorld, type World } from './world.ts';

const [memory, ...databases] = storages;

async function worldOn(kind: (typeof storages)[number]): Promise<World> {
  const world = await openWorld(kind);
  onTestFinished(() => world.close());
  return world;
}

for (const kind of storages)
  test(`D53 calls that differ from the guest's words lead to no booking [${kind.name}]`, async () => {
    const calls = inFull(10_000, kind === memory ? 200 : 60);
    const { wrong, tally } = await playMutations(await worldOn(kind), {}, { seed, calls });
    expect(wrong).toBeNull();
    expect(tally.calls).toBeGreaterThanOrEqual(calls);
    expect(tally.booked).toBeGreaterThan(0);
  }, 600_000);

for (const kind of databases)
  test(`D53 repeated calls at killed servers lose, double and share no booking [${kind.name}]`, async () => {
    const world = await worldOn(kind);
    const options = { seed, histories: inFull(1_000, 12), together: 6 };
    const { wrong, tally } = await playHistories(world, await localServers(world), options);
    expect(wrong).toBeNull();
    expect(tally.histories).toBe(options.histories);
    expect(tally.kills).toBeGreaterThan(0);
  }, 600_000);

test.each(Object.keys(controlsOf(['', ''])))('D53 a server in which %s is noticed', async (name) => {
  const world = await worldOn(memory!);
  const { wrong } = await playMutations(world, controlsOf(world.keys)[name]!, { seed: 1, calls: 100 });
  expect(wrong).not.toBeNull();
});

test('D53 a server that books again for a repeated call is noticed', async () => {
  const world = await worldOn(memory!);
  const servers = forgetting(await localServers(world));
  expect((await playHistories(world, servers, { seed: 1, histories: 20, together: 4 })).wrong).not.toBeNull();
});
