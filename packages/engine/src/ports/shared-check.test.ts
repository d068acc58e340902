import { expect, test } from 'vitest';
import { sharedCheck } from './shared-check.ts';

/** A check with manual answers, under a manual clock. */
function checked() {
  const checks: PromiseWithResolvers<void>[] = [];
  const time = { nowMs: 0 };
  const check = sharedCheck(
    () => {
      const answer = Promise.withResolvers<void>();
      checks.push(answer);
      return answer.promise;
    },
    () => time.nowMs,
  );
  return { checks, time, check };
}

test('concurrent callers share one check, for any duration, and all get its result', async () => {
  const { checks, time, check } = checked();
  const first = check();
  time.nowMs += 60_000;
  const all = Promise.all([first, ...Array.from({ length: 100 }, check)]);
  checks[0]!.resolve();
  await all;
  expect(checks).toHaveLength(1);
});

test.each(['good', 'bad'])('an answer that is %s is kept for a second after it was given', async (kind) => {
  const { checks, time, check } = checked();
  const first = check();
  time.nowMs += 5000;
  if (kind === 'good') checks[0]!.resolve();
  else checks[0]!.reject(new Error('the disk is full'));
  const [outcome] = await Promise.allSettled([first]);
  time.nowMs += 999;
  expect(await Promise.allSettled([check()])).toEqual([outcome]);
  expect(checks).toHaveLength(1);
  time.nowMs += 1;
  const next = check();
  checks[1]!.resolve();
  await next;
  expect(checks).toHaveLength(2);
});
