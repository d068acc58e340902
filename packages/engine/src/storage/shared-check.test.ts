import { expect, test } from 'vitest';
import { sharedCheck } from './shared-check.ts';

/** A check whose answers are given by hand, under a clock that is. */
function checked() {
  const asked: PromiseWithResolvers<void>[] = [];
  const time = { nowMs: 0 };
  const check = sharedCheck(
    () => {
      const answer = Promise.withResolvers<void>();
      asked.push(answer);
      return answer.promise;
    },
    () => time.nowMs,
  );
  return { asked, time, check };
}

test('of many who ask at once one looks, however long it takes, and all are told', async () => {
  const { asked, time, check } = checked();
  const first = check();
  time.nowMs += 60_000;
  const all = Promise.all([first, ...Array.from({ length: 100 }, check)]);
  asked[0]!.resolve();
  await all;
  expect(asked).toHaveLength(1);
});

test.each(['good', 'bad'])('an answer that is %s is kept for a second after it was given', async (kind) => {
  const { asked, time, check } = checked();
  const first = check();
  time.nowMs += 5000;
  if (kind === 'good') asked[0]!.resolve();
  else asked[0]!.reject(new Error('the disk is full'));
  const [told] = await Promise.allSettled([first]);
  time.nowMs += 999;
  expect(await Promise.allSettled([check()])).toEqual([told]);
  expect(asked).toHaveLength(1);
  time.nowMs += 1;
  const next = check();
  asked[1]!.resolve();
  await next;
  expect(asked).toHaveLength(2);
});
