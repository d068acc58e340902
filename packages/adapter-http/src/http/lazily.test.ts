import { expect, test } from 'vitest';
import { lazily } from './lazily.ts';

test('a lazy value is made once for all concurrent and later callers', async () => {
  let made = 0;
  const get = lazily(async () => (made += 1));
  expect(made).toBe(0);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

test('a failure reaches all waiting callers, and later callers try again', async () => {
  let tries = 0;
  const get = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('not this time');
    return tries;
  });
  const both = await Promise.allSettled([get(), get()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe(2);
});
