import { expect, test } from 'vitest';
import { seed } from '../../../support/seed.ts';
import { SABOTEURS } from '../saboteurs.ts';
import { simulate, Violation } from '../simulate.ts';
import { readOptions } from './options.ts';
import { guiltOf, shrink, violationOf } from './shrink.ts';
import { Totals } from './totals.ts';

/** Something hangs. */
const PATIENCE_MS = 300_000;

test('a history is reduced to the one wish that its violation needs', async () => {
  const needed = seed % 100;
  const after100 = { world: { story: null }, course: { operations: 0, wishesBegun: 100 } };
  const violation = new Violation('broken', after100 as never);
  const { wishes } = await shrink({ seed, wishes: 100 }, violation, {
    attempt: async ({ only }) => (only!.has(needed) ? violation : null),
    isInTime: () => true,
    progress: () => undefined,
  });
  expect([...wishes]).toEqual([needed]);
});

test(
  'a reduced history breaks the same rule, with fewer wishes, and is printed',
  { timeout: PATIENCE_MS },
  async () => {
    const { sabotage } = SABOTEURS['events written after the step']!;
    const script = { seed, wishes: 100, sabotage };
    const found = (await violationOf(script))!;
    const { wishes, without, violation } = await shrink(script, found, {
      attempt: violationOf,
      isInTime: () => true,
      progress: () => undefined,
    });
    expect(guiltOf(violation)).toBe(guiltOf(found));
    // Some violations need two wishes: a booking and the change of a plan.
    expect(wishes.size).toBeLessThan(10);
    const written = (await violationOf({ ...script, only: wishes, without, isWritten: true }))!;
    expect(written.story[0]).toMatch(/^ *1\. Fri 1 Mar 01:00:\d\d {2}server \d, /);
    expect(written.story.at(-1)).toMatch(/^And so: /);
  },
);

test('the hash of a run is that of its histories in their order', async () => {
  const [one, other] = [await simulate({ seed, wishes: 20 }), await simulate({ seed: seed + 1, wishes: 20 })];
  const hashOf = (...histories: (typeof one)[]): string => {
    const totals = new Totals();
    for (const history of histories) totals.add(history);
    return totals.hash();
  };
  expect(hashOf(one, other)).toBe(hashOf(one, other));
  expect(hashOf(one, other)).not.toBe(hashOf(other, one));
});

test('the command line is parsed, and unknown options are rejected', () => {
  const ask = (...args: string[]): unknown => readOptions(args);
  expect(ask('--seed', '1..3', '--operations', '5', '--storage', 'sqlite')).toMatchObject({
    options: { seeds: [1, 2, 3], history: null, operations: 5, days: 2, storage: 'sqlite' },
  });
  expect(ask('--seed', '7:31')).toMatchObject({ options: { seeds: [7], history: 31 } });
  expect(ask('--help')).toMatchObject({ isWrong: false });
  for (const wrong of [
    ['--seed', '3..1'],
    ['--days', '15'],
    ['--storage', 'tape'],
    ['--sabotage', 'x'],
    ['--what'],
  ])
    expect(ask(...wrong)).toMatchObject({ isWrong: true });
});
