import type { Storage } from '@bord/engine';
import { expect, test } from 'vitest';
import { seed } from '../support/seed.ts';
import { type Sabotage, simulate } from './simulate.ts';

const WISHES = 250;

test('§4.3.5 D22 a storm over a house, then calm: nothing held twice, nothing acknowledged lost, every change heard of', async () => {
  console.log(`seed ${seed} (again with BORD_TEST_SEED=${seed})`);
  const total = { operations: 0, booked: 0, replayed: 0, refused: 0, delivered: 0 };
  for (let i = 0; total.operations < 100_000; i++) {
    const { hash: _, ...counts } = await simulate(seed + i, WISHES);
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name];
  }
  console.log(total);
  for (const count of Object.values(total)) expect(count).toBeGreaterThan(1000);
});

test('the same seed is the same history, another seed another', async () => {
  const first = await simulate(seed, WISHES);
  expect(await simulate(seed, WISHES)).toEqual(first);
  expect((await simulate(seed + 1, WISHES)).hash).not.toBe(first.hash);
});

const pause = (sound: Storage, broken: Partial<Storage['bookings']>): Storage => ({
  ...sound,
  bookings: { ...sound.bookings, ...broken },
});

const saboteurs: Record<string, Sabotage> = {
  'a page read before the lock': (sound, turns) =>
    pause(sound, {
      async amend(scope, rule) {
        const page = await sound.bookings.amend(scope, (read) => ({ result: read }));
        await turns.wait();
        return sound.bookings.amend(scope, () => rule(page));
      },
    }),
  'a key looked up before the lock': (sound, turns) =>
    pause(sound, {
      async amend(scope, rule) {
        const { named } = await sound.bookings.amend(scope, (read) => ({ result: read }));
        await turns.wait();
        return sound.bookings.amend(scope, (page) => rule({ ...page, named }));
      },
    }),
  'events written after the step': (sound, turns) => {
    let steps = 0;
    return pause(sound, {
      async amend(scope, rule) {
        let late: ReturnType<typeof rule>['deliveries'];
        const result = await sound.bookings.amend(scope, (page) => {
          const { deliveries, ...rest } = rule(page);
          late = deliveries;
          return rest;
        });
        await turns.wait();
        if (++steps % 50 === 0) return result; // the process ended here
        await sound.bookings.amend(scope, () => ({ result: null, deliveries: late ?? [] }));
        return result;
      },
    });
  },
};

for (const [fault, sabotage] of Object.entries(saboteurs)) {
  test(`control: the storm finds out ${fault}`, async () => {
    const histories = async (): Promise<void> => {
      for (let i = 0; i < 20; i++) await simulate(seed + i, WISHES, sabotage);
    };
    await expect(histories()).rejects.toThrow();
  });
}
