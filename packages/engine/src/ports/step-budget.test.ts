import { expect, test } from 'vitest';
import { stepBudget } from './step-budget.ts';

/** The number of steps of these lengths that fit into a transaction. */
function fitting(...lengthsMs: number[]): number {
  let nowMs = 1000;
  const budget = stepBudget(() => nowMs);
  let taken = 0;
  for (const lengthMs of lengthsMs) {
    if (!budget.hasRoom) break;
    budget.run(() => (nowMs += lengthMs));
    nowMs += 500; // waits in between do not count
    taken += 1;
  }
  return taken;
}

test('a transaction takes steps for 10 ms, and no step that would end later, judged by the longest one', () => {
  expect(fitting(...Array.from({ length: 100 }, () => 2))).toBe(5);
  expect(fitting(...Array.from({ length: 100 }, () => 4))).toBe(2);
  expect(fitting(1, 12, 1, 1, 1)).toBe(2);
  expect(fitting(12, 1, 1)).toBe(1);
});

test('one step is taken in any case, and any number of steps without duration', () => {
  expect(fitting(60_000, 1)).toBe(1);
  expect(fitting(...Array.from({ length: 1000 }, () => 0))).toBe(1000);
});

test('a step that throws counts with its time', () => {
  let nowMs = 0;
  const budget = stepBudget(() => nowMs);
  const fault = new Error('a fault of the step');
  expect(() =>
    budget.run(() => {
      nowMs += 15;
      throw fault;
    }),
  ).toThrow(fault);
  expect([budget.spentMs, budget.hasRoom]).toEqual([15, false]);
});
